import { testHouse, type TestHouse } from '@parapet/chassis/testing';
import { canonicalJson, type ObservationBody } from '@parapet/contracts';
import fc from 'fast-check';
import { IngestModule } from '../ingest.module';
import { recordObservation } from './record-observation';

const NOW = Date.parse('2026-03-03T10:11:13Z');
const textOf = (metadata: string): string =>
  `{"kind":"file_access","timestamp":"2026-03-03T10:11:12Z","metadata":${metadata},"verdict":"detected"}`;

/** What is recorded of a body with this metadata, and the body as it then lies in the log. */
function record(metadata: string): { id: string; metadataJson: string; logged: ObservationBody } {
  const text = textOf(metadata);
  const body = JSON.parse(text) as ObservationBody;
  const arrival = { body, text, agentId: 'agent_1', agentJson: '{}' };
  const recorded = recordObservation(arrival, NOW, 'fact-1');
  if (!('id' in recorded)) throw recorded;
  const { body: logged } = JSON.parse(recorded.event.json) as { readonly body: ObservationBody };
  return { ...recorded, logged };
}

test('rule 7: whole numbers of whatever length are told apart, and whoever reads the log reads what was sent', () => {
  const numbers = fc.uniqueArray(fc.bigInt(), { minLength: 2, maxLength: 2 });
  fc.assert(
    fc.property(numbers, fc.constantFrom('', ' ', '\n'), (pair, blank) => {
      const recorded = pair.map((n) => record(`{"a":[{"inode":${blank}${n}},${n}${blank}]}`));
      expect(recorded[0]?.id).not.toBe(recorded[1]?.id);
      for (const [i, { logged, metadataJson }] of recorded.entries()) {
        expect(metadataJson).toBe(canonicalJson(logged.metadata));
        const { a } = logged.metadata as { readonly a: [{ readonly inode: unknown }, unknown] };
        expect([a[0].inode, a[1]].map((n) => BigInt(String(n)))).toEqual([pair[i], pair[i]]);
      }
    }),
    { seed: 7, numRuns: 300 },
  );
});

let house: TestHouse;
beforeAll(async () => {
  house = await testHouse({ imports: [IngestModule] });
});
afterAll(() => house.close());

test('two observations whose numbers a double does not tell apart stay two, and are shown as they were sent', async () => {
  const { token } = await house.addAgent();
  const send = async (path: string, type: string, payload: string) =>
    house.inject({
      ...{ method: path.endsWith('batch') ? 'POST' : 'PUT', url: path, payload },
      headers: { authorization: `Bearer ${token}`, 'content-type': type },
    });
  const inodes = ['9007199254740993', '9007199254740992'];
  const shown = ['9007199254740993', 9007199254740992];
  const texts = inodes.map((inode) => textOf(`{"inode":${inode}}`));
  const ids: string[] = [];
  for (const [n, text] of texts.entries()) {
    const answer = await send('/v1/events_v2', 'application/json', text);
    const { id } = answer.json<{ readonly id: string }>();
    ids.push(id);
    const url = `/v1/events/${id}`;
    const read = await house.inject({
      ...{ url, headers: { authorization: `Bearer ${house.adminToken}` } },
    });
    expect([answer.statusCode, read.json()]).toMatchObject([
      201,
      { metadata: { inode: shown[n] } },
    ]);
  }
  const batch = await send('/v1/events_v2/batch', 'application/x-ndjson', texts.join('\n'));
  expect(batch.json()).toEqual({ results: ids.map((id) => ({ id, status: 'updated' })) });
});
