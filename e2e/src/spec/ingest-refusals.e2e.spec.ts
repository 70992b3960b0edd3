import { newAgent, nextTimestamp, record, type TestAgent } from '../house/actors';
import { type House, openHouse } from '../house/house';
import { agentError } from '../house/shapes';

let house: House;
let agent: TestAgent;
beforeAll(async () => {
  house = await openHouse();
  agent = await newAgent(house.admin);
});

const put = (body: unknown) => record(agent, body);
const statusOf = async (body: unknown): Promise<number> => (await put(body)).status;

describe('7. what is refused has {error: <string>, type: <string>}', () => {
  const good = {
    kind: 'file_access',
    timestamp: nextTimestamp(),
    metadata: {},
    verdict: 'detected',
  };
  const without = (name: string): object =>
    Object.fromEntries(Object.entries(good).filter(([key]) => key !== name));
  const future = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
  const deep = (levels: number): object => (levels === 1 ? {} : { a: deep(levels - 1) });
  const wide = (n: number) => Object.fromEntries(Array.from({ length: n }, (_, i) => [`k${i}`, i]));

  // proves: spec-2-ingested-kind, spec-2-ingested-timestamp, spec-2-ingested-metadata, spec-2-ingested-verdict,
  // proves: spec-4-ingest-body, spec-7-400, spec-7-ingest, api-shape-agents, api-type-invalid-event,
  // proves: api-metadata-bounds, api-time-zone, api-time-future
  test.each<[string, unknown, RegExp]>([
    ['no kind', without('kind'), /kind/],
    ['no timestamp', without('timestamp'), /timestamp/],
    ['no metadata', without('metadata'), /metadata/],
    ['no verdict', without('verdict'), /verdict/],
    ['an empty kind', { ...good, kind: '' }, /kind/],
    ['a kind that is a number', { ...good, kind: 5 }, /kind/],
    ['a kind of 129 characters', { ...good, kind: 'k'.repeat(129) }, /kind/],
    ['metadata that is a list', { ...good, metadata: [] }, /metadata/],
    ['metadata that is null', { ...good, metadata: null }, /metadata/],
    ['metadata that is text', { ...good, metadata: '{}' }, /metadata/],
    ['metadata 9 levels deep', { ...good, metadata: deep(9) }, /metadata/],
    ['metadata of 257 keys', { ...good, metadata: wide(257) }, /metadata/],
    ['an unknown verdict', { ...good, verdict: 'maybe' }, /verdict/],
    ['a timestamp without zone', { ...good, timestamp: '2026-03-03T10:11:12' }, /timestamp/],
    ['a timestamp that is a date', { ...good, timestamp: '2026-03-03' }, /timestamp/],
    ['a day that does not exist', { ...good, timestamp: '2026-02-30T00:00:00Z' }, /timestamp/],
    ['a timestamp in numbers', { ...good, timestamp: 1772532672 }, /timestamp/],
    ['more than 24 hours ahead', { ...good, timestamp: future(25) }, /clock/],
    ['a list', [good], /./],
    ['a text', '"event"', /./],
    ['null', 'null', /./],
    ['not JSON', '{"kind":', /JSON/i],
    ['nothing', undefined, /./],
    ['JSON with __proto__', '{"__proto__":{"a":1},"kind":"k"}', /./],
    ['a very deep list', `${'['.repeat(20_000)}${']'.repeat(20_000)}`, /./],
    ['bytes that are not UTF-8', Buffer.from('{"kind":"\xff\xfe"}', 'latin1'), /./],
  ])('%s answers 400, type "InvalidEvent"', async (_, body, sentence) => {
    const answer = await put(body);
    expect([answer.status, answer.body]).toEqual([
      400,
      agentError('InvalidEvent', expect.stringMatching(sentence)),
    ]);
  });

  // proves: api-metadata-bounds, api-time-future
  test('23 hours ahead, 8 levels deep and 256 keys are taken', async () => {
    expect(await statusOf({ ...good, timestamp: future(23) })).toBe(201);
    expect(await statusOf({ ...good, metadata: deep(8) })).toBe(201);
    expect(await statusOf({ ...good, metadata: wide(256) })).toBe(201);
  });

  test('more than 64 KiB answers 413, type "PayloadTooLarge"', async () => {
    const answer = await put({ ...good, metadata: { x: 'x'.repeat(66_000) } });
    expect([answer.status, answer.body]).toEqual([413, agentError('PayloadTooLarge')]);
  });

  // proves: api-media
  test('another Content-Type answers 415', async () => {
    const path = '/v1/events_v2';
    const answer = await agent.client.send({
      method: 'PUT',
      path,
      body: 'kind: x',
      type: 'text/plain',
    });
    expect([answer.status, answer.body]).toEqual([415, agentError('InvalidEvent')]);
  });
});
