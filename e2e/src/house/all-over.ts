/**
 * Waits until all are over, however they end: nothing goes on behind the back of whoever waits, to start again what has been
 * closed since. @throws the first reason in their order
 */
export async function allOver(work: readonly Promise<unknown>[]): Promise<void> {
  const ended = await Promise.allSettled(work);
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
}
