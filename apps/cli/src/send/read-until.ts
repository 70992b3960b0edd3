import { Readable } from 'node:stream';
import { unlessAborted } from '@parapet/contracts';

/** The pieces of an input until the signal aborts, and those that this process had taken by then: what comes after is left unread. */
export async function* readUntil<T>(
  input: AsyncIterable<T>,
  signal: AbortSignal,
): AsyncGenerator<T> {
  const pieces = input[Symbol.asyncIterator]();
  while (!signal.aborted) {
    const coming = pieces.next();
    const next = await unlessAborted(signal, coming);
    if (!next) return yield* takenBy(input, coming);
    if (next.done) return;
    yield next.value;
  }
  yield* takenBy(input);
}

type Coming<T> = Promise<IteratorResult<T>>;

/** What stands between a pipe and whoever reads it, and has read ahead. */
interface Stream<T> {
  /** The next piece that it has taken of the pipe; null when it has none. */
  read(): T | null;
  /** From then on it takes nothing more. */
  destroy(): unknown;
}

const isStream = <T>(input: AsyncIterable<T>): input is AsyncIterable<T> & Stream<T> =>
  input instanceof Readable;

/**
 * Nobody else has these any more: the pipe does not, and whoever writes to it is done with them.
 * @param coming was asked for before, and may have got one
 */
async function* takenBy<T>(input: AsyncIterable<T>, coming?: Coming<T>): AsyncGenerator<T> {
  if (!isStream(input)) return;
  const rest: T[] = [];
  for (let piece = input.read(); piece !== null; piece = input.read()) rest.push(piece);
  input.destroy();
  const first = await coming?.catch(() => undefined);
  if (first && !first.done) yield first.value;
  yield* rest;
}
