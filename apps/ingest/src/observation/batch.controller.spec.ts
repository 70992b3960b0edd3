import { gzipSync } from 'node:zlib';
import { testHouse, type TestHouse } from '@parapet/chassis/testing';
import { Unavailable } from '@parapet/contracts';
import { EventLog } from '@parapet/eventlog';
import { IngestModule } from '../ingest.module';

let house: TestHouse;
let token: string;
beforeAll(async () => {
  house = await testHouse({ imports: [IngestModule] });
  token = (await house.addAgent()).token;
});
afterAll(() => house.close());

const observation = (about: object, more: object = {}): object => ({
  kind: 'network_connection',
  timestamp: '2026-03-03T10:11:12.123456789Z',
  metadata: about,
  verdict: 'detected',
  ...more,
});
const body = (...lines: (object | string)[]): string =>
  lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');

interface Result {
  readonly status: string;
  readonly id?: string;
  readonly error?: string;
}
interface Answer {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly body: { readonly results: readonly Result[]; readonly error?: string };
}

async function post(
  payload: string | Buffer,
  headers = {},
  [to, by]: readonly [TestHouse, string] = [house, token],
): Promise<Answer> {
  const answer = await to.inject({
    ...{ method: 'POST', url: '/v1/events_v2/batch', payload },
    headers: { authorization: `Bearer ${by}`, 'content-type': 'application/x-ndjson', ...headers },
  });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
}
const statuses = ({ body: { results } }: Answer): string[] => results.map((r) => r.status);

test('each line is answered as if it had come by itself, in its order', async () => {
  const one = observation({ n: 1 });
  const single = await house.inject({
    ...{ method: 'PUT', url: '/v1/events_v2', payload: one },
    headers: { authorization: `Bearer ${token}` },
  });
  const { id } = single.json<Result>();
  const answer = await post(
    body(one, observation({ n: 2 }), '{"kind":', observation({ n: 3 }, { verdict: 'maybe' }), ''),
  );
  expect(answer.status).toBe(207);
  expect(answer.body.results).toEqual([
    { status: 'updated', id },
    { status: 'created', id: expect.stringMatching(/^event_/) as string },
    { status: 'refused', error: expect.stringContaining('not valid JSON') as string },
    { status: 'refused', error: 'verdict must be one of allowed, blocked, detected' },
  ]);
  const listed = await house.inject({
    url: `/v1/events/${answer.body.results[1]?.id ?? ''}`,
    headers: { authorization: `Bearer ${house.adminToken}` },
  });
  expect(listed.json()).toMatchObject({ metadata: { n: 2 }, kind: 'network_connection' });
});

/** Two lines of one event, and between them more than one group takes; the log is away for the first group. */
async function postTwiceTaken(to: TestHouse, by: string): Promise<Answer> {
  const append = jest
    .spyOn(to.app.get(EventLog), 'append')
    .mockRejectedValueOnce(new Unavailable('Kafka is away'));
  const others = Array.from({ length: 20 }, (_, n) =>
    observation({ moved: n, text: 'x'.repeat(60_000) }),
  );
  const [first, last] = ['allowed', 'blocked'].map((verdict) =>
    observation({ moved: '' }, { verdict }),
  );
  const answer = await post(body(first ?? '', ...others, last ?? ''), {}, [to, by]);
  append.mockRestore();
  return answer;
}

test('of two lines of one event the later verdict stays, though the log was away for the first', async () => {
  const answer = await postTwiceTaken(house, token);
  expect(new Set(statuses(answer))).toEqual(new Set(['created', 'updated']));
  const listed = await house.inject({
    url: `/v1/events/${answer.body.results[0]?.id ?? ''}`,
    headers: { authorization: `Bearer ${house.adminToken}` },
  });
  expect(listed.json()).toMatchObject({ verdict: 'blocked' });
});

test('rule 8: of equal lines, in one batch and in others at the same time, exactly one is created', async () => {
  const lines = Array.from({ length: 900 }, (_, i) => observation({ same: i % 300 }));
  const answers = await Promise.all([1, 2, 3].map(() => post(body(...lines))));
  const results = answers.flatMap((answer) => answer.body.results);
  const created = results.filter(({ status }) => status === 'created').map(({ id }) => id);
  expect([created.length, new Set(created).size]).toEqual([300, 300]);
  expect(results.filter(({ status }) => status === 'updated')).toHaveLength(2400);
});

test('of copies with different verdicts the last one counts, as if they had come one after the other', async () => {
  const about = { twice: true };
  const answer = await post(
    body(observation(about, { verdict: 'detected' }), observation(about, { verdict: 'blocked' })),
  );
  expect(statuses(answer)).toEqual(['created', 'updated']);
  const listed = await house.inject({
    url: `/v1/events/${answer.body.results[0]?.id ?? ''}`,
    headers: { authorization: `Bearer ${house.adminToken}` },
  });
  expect(listed.json()).toMatchObject({ verdict: 'blocked' });
});

/** What is counted of the lines that are posted. */
async function counts(posted: (to: TestHouse, by: string) => Promise<unknown>): Promise<string[]> {
  const counted = await testHouse({ imports: [IngestModule] });
  await posted(counted, (await counted.addAgent()).token);
  const { body: metrics } = await counted.inject('/metrics');
  await counted.close();
  return metrics
    .split('\n')
    .filter((line) => line.startsWith('parapet_agent_observ'))
    .sort();
}

test('each line counts for what became of it', async () => {
  const long = observation({ pad: 'x'.repeat(70_000) });
  const lines = body(observation({}), observation({}), observation({}), '{', long);
  expect(await counts((...to) => post(lines, {}, to))).toEqual([
    'parapet_agent_observations_total{outcome="accepted",reason=""} 1',
    'parapet_agent_observations_total{outcome="duplicate",reason=""} 2',
    'parapet_agent_observations_total{outcome="rejected",reason="bad_request"} 1',
    'parapet_agent_observations_total{outcome="rejected",reason="payload_too_large"} 1',
  ]);
});

test('a line that is taken again behind another one of its event counts once', async () => {
  expect(await counts(postTwiceTaken)).toEqual([
    'parapet_agent_observations_total{outcome="accepted",reason=""} 21',
    'parapet_agent_observations_total{outcome="duplicate",reason=""} 1',
  ]);
});

test('takes a body that was compressed with gzip', async () => {
  const coding = { 'content-encoding': 'gzip' };
  const packed = gzipSync(body(observation({ packed: 1 }), observation({ packed: 2 })));
  expect(statuses(await post(packed, coding))).toEqual(['created', 'created']);
});

test.each([
  ['cut short', gzipSync('{}').subarray(0, 15), 400, 'not valid gzip'],
  ['not compressed at all', Buffer.from('{}'), 400, 'not valid gzip'],
  ['more than 8 MiB when it is inflated', gzipSync(Buffer.alloc(9 << 20)), 413, 'at most 8192 KiB'],
])('refuses what is said to be gzip and is %s', async (_, sent, status, sentence) => {
  const answer = await post(sent, { 'content-encoding': 'gzip' });
  expect([answer.status, answer.body.error]).toEqual([
    status,
    expect.stringContaining(sentence) as string,
  ]);
});

test('refuses other codings, and other media types', async () => {
  expect(await post('{}', { 'content-encoding': 'br' })).toMatchObject({
    ...{
      status: 415,
      body: { error: expect.stringContaining('send the body as it is, or gzip') as string },
    },
  });
  expect(await post('{}', { 'content-type': 'application/json' })).toMatchObject({
    ...{
      status: 415,
      body: { error: expect.stringContaining('send application/x-ndjson') as string },
    },
  });
});

test('a batch has at most 1,000 lines, and none of more is taken', async () => {
  const lines = Array.from({ length: 1001 }, (_, most) => observation({ most }));
  expect(await post(body(...lines))).toMatchObject({
    status: 413,
    body: {
      error: 'The body has more lines than this route takes: at most 1000',
      type: 'PayloadTooLarge',
    },
  });
  expect(new Set(statuses(await post(body(...lines.slice(1)))))).toEqual(new Set(['created']));
});

test('a body without lines has no results', async () => {
  expect((await post('\n')).body).toEqual({ results: [] });
  expect((await post('')).body).toEqual({ results: [] });
});

test('rule 20: a batch costs its lines, and where fewer are left it costs one and is not taken', async () => {
  const settings = {
    rateLimit: { ...house.settings.rateLimit, on: true, agent: { limit: 10, windowMs: 3_600_000 } },
  };
  const small = await testHouse({ imports: [IngestModule], settings });
  const by = [small, (await small.addAgent()).token] as const;
  const lines = (n: number, first: number): string =>
    body(...Array.from({ length: n }, (_, i) => observation({ n: first + i })));
  const six = await post(lines(6, 0), {}, by);
  expect([six.status, six.headers['x-ratelimit-remaining']]).toEqual([207, '4']);
  const over = await post(lines(5, 6), {}, by);
  expect([over.status, over.body]).toEqual([
    429,
    {
      error: expect.stringMatching(
        /5 are more than are left: send at most 3 lines, or try again in \d+ seconds/,
      ) as string,
      type: 'RateLimited',
    },
  ]);
  expect(over.headers).toMatchObject({
    'x-ratelimit-remaining': '3',
    'retry-after': expect.stringMatching(/^\d+$/) as string,
  });
  expect(statuses(await post(lines(3, 6), {}, by))).toEqual(['created', 'created', 'created']);
  await small.close();
});
