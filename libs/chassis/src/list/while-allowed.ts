import { Problem } from '@parapet/contracts';

/**
 * What a long answer is made of, for as long as its caller would be let in. Who would not any more gets nothing further, and a broken
 * answer, so that a part is never taken for the whole.
 */
export async function* whileAllowed<T>(
  parts: AsyncIterable<T>,
  mayStay: () => boolean,
): AsyncGenerator<T> {
  for await (const part of parts) {
    if (!mayStay()) throw new Problem('unauthorized', 'The token was revoked or has expired');
    yield part;
  }
}
