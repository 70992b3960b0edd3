import { Readable } from 'node:stream';
import { Logger, StreamableFile } from '@nestjs/common';

const logger = new Logger('http');

/** Content-Type, and Content-Disposition where it is a file. */
interface Streamed {
  readonly type: string;
  readonly disposition?: string;
}

/**
 * Text in pieces as the body of an answer: one piece is made whenever the client has taken those before, so that its length costs no
 * memory. The first is made before anything is sent: a store that is away is still answered as an error. One that goes away later breaks
 * the connection, so that a part is never taken for the whole.
 */
export async function streamed(
  pieces: AsyncGenerator<string>,
  headers: Streamed,
): Promise<StreamableFile> {
  const first = await pieces.next();
  const stream = Readable.from(resumed(first, pieces), { objectMode: false });
  stream.on('error', (error: Error) =>
    logger.warn({ msg: 'an answer broke off', what: error.message }),
  );
  return new StreamableFile(stream, headers);
}

/**
 * All pieces, of which the first was taken already. Not a generator: one that was never begun ends nothing, and of a client that has
 * gone before the first piece nothing else tells.
 */
function resumed(
  first: IteratorResult<string>,
  rest: AsyncGenerator<string>,
): AsyncIterableIterator<string> {
  let taken: IteratorResult<string> | undefined = first;
  return {
    next: () => {
      const next = taken ? Promise.resolve(taken) : rest.next();
      taken = undefined;
      return next;
    },
    return: () => rest.return(undefined),
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
