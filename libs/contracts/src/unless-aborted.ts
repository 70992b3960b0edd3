/** What `work` resolves to, or undefined as soon as `signal` aborts; what comes later is ignored, and nothing stays behind with the signal. */
export async function unlessAborted<T>(
  signal: AbortSignal,
  work: Promise<T>,
): Promise<T | undefined> {
  const aborted = Promise.withResolvers<undefined>();
  const abort = (): void => aborted.resolve(undefined);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
