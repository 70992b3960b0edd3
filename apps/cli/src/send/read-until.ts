/** The pieces of an input until the signal aborts: what comes after that is left unread. */
export async function* readUntil<T>(
  input: AsyncIterable<T>,
  signal: AbortSignal,
): AsyncGenerator<T> {
  const pieces = input[Symbol.asyncIterator]();
  while (!signal.aborted) {
    const next = await unlessAborted(pieces.next(), signal);
    if (next === null || next.done) return;
    yield next.value;
  }
}

/** What comes of it; null when the signal aborts before. Nothing stays behind with the signal, however often this is asked. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
  const { promise, resolve } = Promise.withResolvers<null>();
  const abort = (): void => resolve(null);
  signal.addEventListener('abort', abort);
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
