import { gzipSync } from 'node:zlib';
import {
  connection,
  issueAbout,
  newAgent,
  record,
  recordAll,
  recordNew,
  type TestAgent,
  unique,
} from '../house/actors';
import { type House, openHouse } from '../house/house';
import { agentError } from '../house/shapes';

let house: House;
let agent: TestAgent;
beforeAll(async () => {
  house = await openHouse();
  agent = await newAgent(house.admin);
});

const CREATED = { status: 'created', id: expect.stringMatching(/^event_[A-Za-z0-9_-]+$/) };
const refused = (sentence: string) => ({
  ...{ status: 'refused', error: expect.stringContaining(sentence) },
});

describe('POST /v1/events_v2/batch', () => {
  // proves: api-batch, api-batch-line, api-batch-bad-line, api-batch-blank
  test('every line is taken as if it had come by itself, and answered in its order', async () => {
    const domain = `${unique('batch')}.example.com`;
    const known = connection('known.example.com');
    const id = await recordNew(agent, known);
    const fresh = connection(domain);
    const lines = [known, '{"kind":', '', fresh, { ...fresh, verdict: 'maybe' }, ' \t', fresh, '7'];
    const answer = await recordAll(agent, lines);
    expect([answer.status, answer.body.results]).toEqual([
      207,
      [
        { status: 'updated', id },
        refused('not valid JSON'),
        CREATED,
        refused('verdict must be one of'),
        { status: 'updated', id: answer.body.results[2]?.id },
        refused('no JSON object'),
      ],
    ]);
    const alone = await record(agent, fresh);
    expect(alone.body).toEqual({ id: answer.body.results[2]?.id, status: 'updated' });
    expect(await issueAbout(house.admin, domain)).toMatchObject({ verdict: 'detected' });
  });

  // proves: api-batch-key
  test('a key of the request makes its lines no less different', async () => {
    const lines = [connection('one.example.com'), connection('two.example.com')];
    const key = { 'idempotency-key': unique('batch') };
    const first = await recordAll(agent, lines, key);
    const again = await recordAll(agent, lines, key);
    const ids = first.body.results.map((result) => result.id);
    expect(new Set(ids).size).toBe(2);
    expect(again.body.results).toEqual(ids.map((id) => ({ status: 'updated', id })));
  });

  // proves: api-size-batch, api-size-observation
  test('has at most 1,000 lines of at most 64 KiB, and 8 MiB', async () => {
    const most = await recordAll(
      agent,
      Array.from({ length: 1_000 }, () => '{}'),
    );
    expect([most.status, most.body.results.length]).toEqual([207, 1_000]);
    const long = connection('long.example.com', { pad: 'x'.repeat(65_536) });
    const beside = await recordAll(agent, [long, connection('beside.example.com')]);
    expect(beside.body.results).toEqual([refused('The line is too long: at most 64 KiB'), CREATED]);
    const over = await recordAll(
      agent,
      Array.from({ length: 1_001 }, () => '{}'),
    );
    expect([over.status, over.body]).toEqual([413, agentError('PayloadTooLarge')]);
    const large = await recordAll(agent, [`"${'x'.repeat(8 << 20)}"`]);
    expect([large.status, large.body]).toEqual([413, agentError('PayloadTooLarge')]);
  });

  // proves: api-gzip, api-size-batch, api-media
  test('may be compressed with gzip, and what comes out is counted', async () => {
    const send = (plain: string, coding = 'gzip') =>
      agent.client.send({
        ...{ method: 'POST', path: '/v1/events_v2/batch', type: 'application/x-ndjson' },
        ...{ body: gzipSync(plain), headers: { 'content-encoding': coding } },
      });
    const packed = await send(JSON.stringify(connection('packed.example.com')));
    expect([packed.status, packed.body]).toEqual([207, { results: [CREATED] }]);
    const bomb = await send('\n'.repeat(9 << 20));
    expect([bomb.status, bomb.body]).toEqual([413, agentError('PayloadTooLarge')]);
    const other = await send('{}', 'br');
    expect([other.status, other.body]).toEqual([415, agentError('InvalidEvent')]);
  });
});
