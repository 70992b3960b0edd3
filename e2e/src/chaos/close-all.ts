export interface Closable {
  close(): Promise<void>;
}

/** Closes all, the last first, each whatever becomes of the others. @throws the first reason */
export async function closeAll(opened: readonly Closable[]): Promise<void> {
  const reasons: unknown[] = [];
  for (const one of [...opened].reverse())
    await one.close().catch((reason: unknown) => reasons.push(reason));
  if (reasons.length > 0) throw reasons[0];
}
