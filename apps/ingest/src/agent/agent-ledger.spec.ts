import { Logger } from '@nestjs/common';
import { TestClock, testHouse, type TestHouse } from '@parapet/chassis/testing';
import { SeenAgents } from '@parapet/chassis';
import {
  type ActivityEvent,
  type Agent,
  type AgentSighted,
  decode,
  TOPICS,
} from '@parapet/contracts';
import { partitionOf } from '@parapet/eventlog';
import { sicken } from '@parapet/eventlog/testing';
import { IngestModule } from '../ingest.module';
import { AgentLedger } from './agent-ledger';
import { AgentSeenRecorder } from './agent-seen.recorder';

const PERIOD = 30_000;

let house: TestHouse;
let close: () => Promise<void>;
const clock = new TestClock();
beforeEach(async () => {
  house = await testHouse({ imports: [IngestModule], clock });
  close = () => house.close();
});
afterEach(() => {
  jest.restoreAllMocks();
  return close();
});

const connection = (n: number) => ({
  ...{ kind: 'network_connection', timestamp: `2026-03-03T10:00:0${n}Z`, verdict: 'detected' },
  metadata: { destination: 'a.example' },
});

const drop = (time: string) => ({
  ...{ source: 'internal', rule: 'Falco internal: syscall event drop', output: 'Drop!', time },
  output_fields: { n_drops: '41' },
});

async function newAgent() {
  const { id, token } = await house.addAgent();
  const table = house.app.get(SeenAgents);
  await table.caughtUp();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const put = async (payload: object | string, more = {}): Promise<number> => {
    const url = '/v1/events_v2';
    const sent = { method: 'PUT' as const, url, headers: { ...headers, ...more }, payload };
    return (await house.inject(sent)).statusCode;
  };
  const beat = async (payload?: object): Promise<number> => {
    const url = '/v1/agent_heartbeat';
    const { authorization } = headers;
    const sent = payload ? { headers, payload } : { headers: { authorization } };
    return (await house.inject({ method: 'POST', url, ...sent })).statusCode;
  };
  const falco = async (payload: object): Promise<number> => {
    const url = '/v1/integrations/falco';
    return (await house.inject({ method: 'POST', url, headers, payload })).statusCode;
  };
  /** What the log says of it, once two periods have gone by: the first may still carry a count that was under way. */
  const known = async (): Promise<Agent | undefined> => {
    for (let i = 0; i < 2; i += 1) {
      clock.advance(PERIOD);
      await beat();
    }
    await table.caughtUp();
    return table.get(id);
  };
  return { id, put, beat, falco, known };
}

async function facts(): Promise<AgentSighted['data'][]> {
  const found: AgentSighted['data'][] = [];
  const follower = house.log.follow('sightings', (raw) => {
    const { event } = decode<ActivityEvent>(raw);
    if (event.type === 'AgentSighted') found.push(event.data);
  });
  await follower.caughtUp();
  await follower.close();
  return found;
}

test('what an agent sends is counted as accepted, duplicate or rejected with the reason', async () => {
  const { put, known } = await newAgent();
  expect(await put(connection(1))).toBe(201);
  expect(await put(connection(1))).toBe(202);
  expect(await put(connection(2))).toBe(201);
  expect(await put({ kind: 'k' })).toBe(400);
  expect(await put({ ...connection(3), timestamp: '2999-01-01T00:00:00Z' })).toBe(400);
  expect(await put('x'.repeat(70_000))).toBe(413);
  expect(await put('a: b', { 'content-type': 'application/yaml' })).toBe(415);
  expect((await known())?.tally).toEqual({
    ...{ accepted: 2, duplicate: 1, lost: 0 },
    rejected: { bad_request: 2, payload_too_large: 1, unsupported_media_type: 1 },
  });
  const { body } = await house.inject('/metrics');
  expect(body).toContain('parapet_agent_observations_total{outcome="accepted",reason=""} 2');
  expect(body).toContain(
    'parapet_agent_observations_total{outcome="rejected",reason="bad_request"} 2',
  );
});

test('a heartbeat is no observation, nor is one that is refused', async () => {
  const { beat, known } = await newAgent();
  expect(await beat({ version: 7 })).toBe(400);
  expect(await known()).not.toHaveProperty('tally');
});

test('what a sensor says of its health, and to have lost, is known of its agent', async () => {
  const { falco, known } = await newAgent();
  await falco({ hello: 'world' });
  await falco({ source: 'internal', rule: 'Falco internal: syscall event drop', output: 'Drop!' });
  expect(await known()).toMatchObject({
    tally: { accepted: 0, rejected: { no_observation: 1 } },
    sensors: [
      { sensor: 'falco', event: 'Falco internal: syscall event drop', message: 'Drop!', lost: 0 },
    ],
  });
});

test.each<[what: string, send: (agent: Awaited<ReturnType<typeof newAgent>>) => Promise<number>]>([
  ['what is refused', ({ put }) => put({ kind: 'k' })],
  ['the health of its sensor', ({ falco }) => falco(drop('2026-03-03T10:11:12Z'))],
])('who sends nothing but %s is seen', async (_, send) => {
  const agent = await newAgent();
  clock.advance(PERIOD);
  const now = clock.now();
  await send(agent);
  await house.app.get(AgentSeenRecorder).stop();
  const table = house.app.get(SeenAgents);
  await table.caughtUp();
  expect(Date.parse(table.get(agent.id)?.last_seen ?? '')).toBeGreaterThanOrEqual(now);
});

test('what a sensor says of its health is said in the log', async () => {
  const said = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
  const { id, falco } = await newAgent();
  await falco(drop('2026-03-03T10:11:12Z'));
  expect(said).toHaveBeenCalledWith(
    expect.objectContaining({ agent_id: id, sensor: 'falco', message: 'Drop!', lost: 41 }),
  );
});

test('a report that is too long is cut, and leaves no half of a character', async () => {
  const { falco, known } = await newAgent();
  const [rule, output] = [199, 499].map((length) => `${'x'.repeat(length)}🛡!`);
  await falco({ source: 'internal', rule, output });
  const [report] = (await known())?.sensors ?? [];
  expect([report?.event.length, report?.message.length]).toEqual([200, 500]);
  expect([report?.event, report?.message].map((text) => text?.isWellFormed())).toEqual([
    true,
    true,
  ]);
});

test('a report of a loss adds up, and the newest report stays', async () => {
  const { id, known } = await newAgent();
  const ledger = house.app.get(AgentLedger);
  const agent = house.app.get(SeenAgents).get(id);
  if (!agent) throw new Error('it is not there');
  for (const lost of [3, 4])
    ledger.health(agent, { sensor: 'tetragon', event: 'throttle', message: `lost ${lost}`, lost });
  expect(await known()).toMatchObject({ tally: { lost: 7 }, sensors: [{ lost: 4 }] });
});

test('a loss that is sent again, at once or after it was recorded, counts once', async () => {
  const { falco, known } = await newAgent();
  const [one, other] = ['2026-03-03T10:11:12.1Z', '2026-03-03T10:11:13Z'].map(drop);
  for (const sent of [one, one, other, one]) expect(await falco(sent ?? {})).toBe(200);
  expect(await known()).toMatchObject({ tally: { lost: 82 } });
  expect(await falco(other ?? {})).toBe(200);
  expect(await known()).toMatchObject({ tally: { lost: 82 } });
  const { body } = await house.inject('/metrics');
  expect(body).toContain('parapet_agent_observations_total{outcome="lost",reason="falco"} 82');
});

test('a busy agent is counted without a fact of its own', async () => {
  const { put, known } = await newAgent();
  for (let i = 0; i < 8; i += 1) await put(connection(i));
  expect((await known())?.tally).toMatchObject({ accepted: 8 });
  expect(await facts()).toHaveLength(3);
});

test('what was counted is recorded when the process ends in order', async () => {
  const { put } = await newAgent();
  for (let i = 0; i < 3; i += 1) await put(connection(i));
  const written: number[] = [];
  const append = house.log.append.bind(house.log);
  house.log.append = (topic, events) => {
    for (const { json } of events) {
      const { count } = JSON.parse(json) as AgentSighted['data'];
      written.push(count?.tally.accepted ?? 0);
    }
    return append(topic, events);
  };
  await house.close();
  close = () => Promise.resolve();
  expect(written).toEqual([2]);
});

test('what was counted behind a count that could not be recorded is recorded when the process ends in order', async () => {
  const { id, put } = await newAgent();
  sicken(house.log, 'sightings', partitionOf(id, TOPICS.sightings.partitions), 1);
  for (let i = 0; i < 9; i += 1) await put(connection(i));
  await house.app.get(AgentSeenRecorder).stop();
  const table = house.app.get(SeenAgents);
  await table.caughtUp();
  expect(table.get(id)?.tally).toMatchObject({ accepted: 9 });
  expect(await facts()).toHaveLength(2);
});

test('a count whose recording failed, though it reached the log, counts once', async () => {
  const { put, known } = await newAgent();
  const append = house.log.append.bind(house.log);
  house.log.append = async (topic, events) => {
    const positions = await append(topic, events);
    if (topic !== 'sightings') return positions;
    house.log.append = append;
    throw new Error('the answer was lost');
  };
  await put(connection(1));
  await put(connection(2));
  expect((await known())?.tally).toMatchObject({ accepted: 2 });
});

test('what is counted after a clock was set back is not kept back until it is as late again', async () => {
  const { id, put, known } = await newAgent();
  clock.advance(7_200_000);
  await put(connection(1));
  clock.advance(-7_200_000);
  for (const n of [2, 3, 4, 5, 6, 7, 8, 9]) await put(connection(n));
  expect((await facts()).length).toBeLessThan(4);
  const agent = await known();
  expect(agent).toMatchObject({ id, tally: { accepted: 9 } });
  expect(Math.abs(clock.now() - Date.parse(agent?.last_seen ?? ''))).toBeLessThan(PERIOD);
});
