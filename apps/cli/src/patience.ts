const PATIENCE_MS = 20_000;

/** Who sits at a terminal does not wait for ever for servers that are away, as a service does. */
export const patience = (): AbortSignal => AbortSignal.timeout(PATIENCE_MS);

const isFor = (error: unknown, reason: unknown): boolean =>
  error === reason || (error instanceof Error && error.cause === reason);

/**
 * Does what begins by waiting for servers.
 * @throws Error with a sentence when they did not answer in time
 */
export async function inPatience<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!signal.aborted || !isFor(error, signal.reason)) throw error;
    throw new Error(
      `The log or the documents did not answer within ${PATIENCE_MS / 1000} s: are the servers of KAFKA_BROKERS and MONGODB_URL there?`,
      { cause: error },
    );
  }
}
