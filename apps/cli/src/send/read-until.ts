import { Readable } from 'node:stream';
import { unlessAborted } from '@parapet/contracts';

/** The pieces of an input until the signal aborts, and those that this process had taken by then: what comes after is left unread. */
export async function* readUntil<T>(
  input: AsyncIterable<T>,
  signal: AbortSignal,
): AsyncGenerator<T> {
  const pieces = input[Symbol.asyncIterator]();
  while (!signal.aborted) {
    const next = await unlessAborted(signal, pieces.next());
    if (next?.done) return;
    if (next) yield next.value;
  }
  if (isStream(input)) yield* takenBy(input);
}

/** What stands between a pipe and whoever reads it, and has read ahead. */
interface Stream<T> {
  /** The next piece that it has taken of the pipe; null when it has none. */
  read(): T | null;
}

const isStream = <T>(input: AsyncIterable<T>): input is AsyncIterable<T> & Stream<T> =>
  input instanceof Readable;

/** Nobody else has these any more: the pipe does not, and whoever writes to it is done with them. */
function* takenBy<T>(stream: Stream<T>): Generator<T> {
  for (let piece = stream.read(); piece !== null; piece = stream.read()) yield piece;
}
