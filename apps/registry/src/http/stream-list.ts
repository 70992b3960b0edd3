import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';

const AT_ONCE = 200;

/**
 * A whole list in the spec's envelope as a stream, so that its length costs no memory. The first items are read before
 * anything is sent: a store that is away is still answered as an error.
 */
export async function streamList<D>(
  documents: AsyncIterable<D>,
  render: (document: D) => unknown,
): Promise<StreamableFile> {
  const chunks = jsonChunks(documents, render);
  const first = await chunks.next();
  const stream = Readable.from(resumed(first, chunks), { objectMode: false });
  return new StreamableFile(stream, { type: 'application/json; charset=utf-8' });
}

async function* resumed(
  first: IteratorResult<string>,
  rest: AsyncGenerator<string>,
): AsyncGenerator<string> {
  if (!first.done) yield first.value;
  yield* rest;
}

async function* jsonChunks<D>(
  documents: AsyncIterable<D>,
  render: (document: D) => unknown,
): AsyncGenerator<string> {
  let chunk = '';
  let [count, lead] = [0, '{"data":['];
  for await (const document of documents) {
    chunk += lead + JSON.stringify(render(document));
    lead = ',';
    count += 1;
    if (count % AT_ONCE !== 0) continue;
    yield chunk;
    chunk = '';
  }
  if (count === 0) chunk = lead;
  yield `${chunk}],"pagination":{"next_cursor":null,"has_more":false}}`;
}
