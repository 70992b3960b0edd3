import { Problem } from '@parapet/contracts';

/**
 * Pieces of a long answer, for as long as its caller would be let in. Who would not any more gets no further piece, and a broken
 * answer, so that a part is never taken for the whole.
 */
export async function* whileAllowed(
  pieces: AsyncGenerator<string>,
  mayStay: () => boolean,
): AsyncGenerator<string> {
  for await (const piece of pieces) {
    if (!mayStay()) throw new Problem('unauthorized', 'The token was revoked or has expired');
    yield piece;
  }
}
