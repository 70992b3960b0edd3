/** Sends one command, `$db` names the database; resolves with the answer. @throws when there is none that is `ok` */
export function command(
  host: string,
  port: number,
  document: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>>;
