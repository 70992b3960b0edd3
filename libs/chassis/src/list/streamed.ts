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

async function* resumed(
  first: IteratorResult<string>,
  rest: AsyncGenerator<string>,
): AsyncGenerator<string> {
  try {
    if (!first.done) yield first.value;
    yield* rest;
  } finally {
    // Of a client that goes away before the second piece nothing else tells.
    await rest.return(undefined);
  }
}
