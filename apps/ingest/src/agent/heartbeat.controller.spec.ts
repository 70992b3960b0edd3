import { TestClock, testHouse, type TestHouse } from '@parapet/chassis/testing';
import {
  type ActivityEvent,
  type AgentEvent,
  type AgentSeen,
  type AgentSighted,
  decode,
  TOPICS,
} from '@parapet/contracts';
import { partitionOf } from '@parapet/eventlog';
import { sicken } from '@parapet/eventlog/testing';
import type { Settings } from '@parapet/chassis';
import { IngestModule } from '../ingest.module';

/** Sightings of the house's agents, and what is news in what they say; and a promise of the next. */
function watch(house: TestHouse) {
  const [sightings, said]: [AgentSighted['data'][], AgentSeen['data'][]] = [[], []];
  const waiting = new Set<() => void>();
  const followers = (['agents', 'sightings'] as const).map((topic) =>
    house.log.follow(topic, (raw) => {
      const { event } = decode<AgentEvent | ActivityEvent>(raw);
      if (event.type === 'AgentSeen') said.push(event.data);
      if (event.type === 'AgentSighted') sightings.push(event.data);
      for (const wake of waiting) wake();
    }),
  );
  const count = async <F>(facts: readonly F[], n: number): Promise<readonly F[]> => {
    while (facts.length < n) await new Promise<void>((resolve) => waiting.add(resolve));
    return facts;
  };
  return {
    caughtUp: async () => {
      await Promise.all(followers.map((follower) => follower.caughtUp()));
      return { sightings, said };
    },
    saw: (n: number) => count(sightings, n),
    heard: (n: number) => count(said, n),
    close: () => Promise.all(followers.map((follower) => follower.close())),
  };
}

let close: () => Promise<void>;
afterEach(() => close());

async function open(settings: Partial<Settings> = {}) {
  const clock = new TestClock();
  const house = await testHouse({ imports: [IngestModule], settings, clock });
  const { id, token } = await house.addAgent();
  const headers = { authorization: `Bearer ${token}` };
  const seen = watch(house);
  const beat = (payload?: object | string) =>
    house.inject({
      ...{ method: 'POST', url: '/v1/agent_heartbeat' },
      headers: { ...headers, ...(payload !== undefined && { 'content-type': 'application/json' }) },
      ...(payload !== undefined && { payload }),
    });
  const observe = (n: number) =>
    house.inject({
      ...{ method: 'PUT', url: '/v1/events_v2', headers },
      payload: {
        kind: 'k',
        timestamp: `2026-03-03T10:00:0${n}Z`,
        metadata: {},
        verdict: 'allowed',
      },
    });
  close = async () => {
    await seen.close();
    await house.close();
  };
  const { caughtUp: facts, saw, heard } = seen;
  return { house, clock, id, beat, observe, facts, saw, heard };
}

test('a heartbeat needs no body', async () => {
  const { beat } = await open();
  const answer = await beat();
  expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'ok' }]);
});

test('a new version or hostname is recorded at once, and only once', async () => {
  const { beat, clock, facts, id } = await open();
  await beat({ version: '1.2.3', hostname: 'node-7', more: true });
  await beat({ version: '1.2.3', hostname: 'node-7' });
  clock.advance(60_000);
  await beat({ version: '1.2.4' });
  const last_seen = expect.any(String) as string;
  const { sightings, said } = await facts();
  expect(said).toEqual([
    { agent_id: id, last_seen, version: '1.2.3', hostname: 'node-7' },
    { agent_id: id, last_seen, version: '1.2.4' },
  ]);
  expect(sightings).toEqual([
    { agent_id: id, last_seen },
    { agent_id: id, last_seen },
  ]);
});

test.each([
  ['a quarter of AGENT_TIMEOUT', 120_000, 5],
  ['a minute, where that is less', 3_600_000, 2],
])(
  'rule 13: two processes that share a token and take turns are recorded once in %s, and what they say once a minute',
  async (_, agentTimeoutMs, expected) => {
    const { beat, clock, facts } = await open({ agentTimeoutMs });
    clock.stop();
    for (let second = 0; second < 100; second += 1) {
      await beat({ hostname: second % 2 === 0 ? 'a' : 'b' });
      clock.advance(1_000);
    }
    const { sightings, said } = await facts();
    expect(sightings).toHaveLength(expected);
    expect(said.map(({ hostname }) => hostname)).toEqual(['a', 'b']);
  },
);

test('an agent is recorded as seen at its first sign, and again when that is a quarter of AGENT_TIMEOUT old', async () => {
  const { beat, observe, clock, saw, facts } = await open();
  await observe(1);
  await saw(1);
  await beat();
  expect((await facts()).sightings).toHaveLength(1);
  clock.advance(30_000);
  await observe(2);
  await saw(2);
  await observe(3);
  await beat();
  expect((await facts()).sightings).toHaveLength(2);
  clock.advance(30_000);
  await beat();
  expect((await facts()).sightings).toHaveLength(3);
});

test('rule 13: a busy agent gives one fact per period, the last of them when it fell silent', async () => {
  const { beat, saw } = await open({ agentTimeoutMs: 400 });
  await beat();
  await saw(1);
  const begun = Date.now();
  for (let i = 0; i < 5; i += 1) await beat();
  const ended = Date.now();
  const [, second] = await saw(2);
  const last = Date.parse(second?.last_seen ?? '');
  expect(last).toBeGreaterThanOrEqual(begun);
  expect(last).toBeLessThanOrEqual(ended);
});

test('rule 13: what an agent said last is recorded, also when it then falls silent', async () => {
  const { beat, heard } = await open({ agentTimeoutMs: 400 });
  for (const version of ['1', '2', '3']) await beat({ version });
  const [first, second] = await heard(2);
  expect([first?.version, second?.version]).toEqual(['1', '3']);
});

test('what an agent says of itself is kept once, however often the sighting that it came with cannot be recorded', async () => {
  const { house, id, beat, clock, facts } = await open();
  await beat();
  clock.advance(60_000);
  await facts();
  sicken(house.log, 'sightings', partitionOf(id, TOPICS.sightings.partitions), 3);
  const answers: number[] = [];
  for (const version of ['1', '1', '2', '2']) {
    answers.push((await beat({ version, hostname: 'a' })).statusCode);
    clock.advance(60_000);
  }
  await beat({ version: '1', hostname: 'a' });
  expect(answers).toEqual([503, 503, 503, 200]);
  const { sightings, said } = await facts();
  expect(sightings).toHaveLength(3);
  expect(said.map(({ version, hostname }) => [version, hostname])).toEqual([
    ['2', 'a'],
    ['1', undefined],
  ]);
});

test.each([
  [{ version: 7 }, 'version must be a string'],
  [{ hostname: '' }, 'hostname must not be empty'],
  [[], 'must be an object'],
  ['{', 'not valid JSON'],
])('says what is wrong with %j', async (sent, sentence) => {
  const { beat } = await open();
  const answer = await beat(sent);
  expect([answer.statusCode, answer.json()]).toEqual([
    400,
    { error: expect.stringContaining(sentence) as string, type: 'InvalidEvent' },
  ]);
});
