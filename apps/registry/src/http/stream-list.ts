import type { StreamableFile } from '@nestjs/common';
import { streamed } from '@parapet/chassis';

/** What is sent in one piece: so many, fewer where they are long. */
const AT_ONCE = { documents: 200, characters: 256 * 1024 };

/** A whole list in the spec's envelope as a stream; see `streamed`. */
export const streamList = <D>(
  documents: AsyncIterable<D>,
  render: (document: D) => unknown,
): Promise<StreamableFile> =>
  streamed(jsonChunks(documents, render), { type: 'application/json; charset=utf-8' });

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
    if (count % AT_ONCE.documents !== 0 && chunk.length < AT_ONCE.characters) continue;
    yield chunk;
    chunk = '';
  }
  if (count === 0) chunk = lead;
  yield `${chunk}],"pagination":{"next_cursor":null,"has_more":false}}`;
}
