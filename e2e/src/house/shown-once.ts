/** What was shown once and may appear nowhere again, by name. */
export class ShownOnce {
  private readonly secrets = new Map<string, string>();

  add(name: string, secret: string): string {
    expect([name, secret]).toEqual([name, expect.stringMatching(/^.{24,}$/)]);
    this.secrets.set(name, secret);
    return secret;
  }

  entries(): readonly (readonly [name: string, secret: string])[] {
    return [...this.secrets];
  }

  /** Names of those that stand in a text or in bytes, in any of the usual codings, whole or by half. */
  foundIn(where: string | Buffer): readonly string[] {
    const bytes = Buffer.isBuffer(where) ? where : Buffer.from(where);
    return this.entries().flatMap(([name, secret]) =>
      codingsOf(secret).some((coded) => bytes.includes(coded)) ? [name] : [],
    );
  }
}

/** Half of it without its prefix, and all of it in other codings. */
function codingsOf(secret: string): readonly (string | Buffer)[] {
  const core = secret.replace(/^(pp_[ua]_|whsec_)/, '');
  const half = Math.ceil(core.length / 2);
  const bytes = [Buffer.from(secret), Buffer.from(core)];
  const key = secret.startsWith('whsec_') ? [Buffer.from(core, 'base64')] : [];
  return [
    ...[core.slice(0, half), core.slice(half)],
    ...[...bytes, ...key].flatMap((b) => [
      b.toString('hex'),
      b.toString('base64').replace(/=+$/, ''),
    ]),
    ...bytes.map((b) => b.toString('base64url')),
    ...key,
  ];
}
