import { Logger } from '@nestjs/common';
import { Background, Projections, Readiness } from '@parapet/chassis';
import { testSettings } from '@parapet/chassis/testing';
import { isoTime, type Position, Problem, TOPICS, Unavailable } from '@parapet/contracts';
import { type EventLog, openEmbeddedEventLog, partitionOf } from '@parapet/eventlog';
import { PROJECTION_PROGRESS } from '@parapet/readmodel';
import { GenerationsInMemory } from '@parapet/readmodel/testing';
import { RepairGoals } from './repair-goals';
import { ObservationRepair } from './observation-repair';
import { ObservationWriter } from './observation-writer';
import { observations } from './observation.collection';
import { recordObservation } from './record-observation';

const settings = testSettings();
let log: EventLog;
let store: GenerationsInMemory;
let repair: ObservationRepair;
let writer: ObservationWriter;

beforeEach(async () => {
  log = await openEmbeddedEventLog({ path: ':memory:' });
  store = await GenerationsInMemory.open();
  await store.declare(PROJECTION_PROGRESS);
  await store.declare(observations(settings.observationRetentionMs));
  const goals = new RepairGoals(log, store, new Projections(store), settings);
  repair = new ObservationRepair(goals, new Background(), new Readiness());
  writer = new ObservationWriter(log, store, repair, settings);
  await repair.start();
});
afterEach(async () => {
  await repair.stop();
  await log.close();
  await store.close();
});

function observation(n: number, agentId = 'agent_1') {
  const body = { kind: 'k', timestamp: isoTime(1_772_532_672_000), metadata: { n } };
  const arrival = { body: { ...body, verdict: 'detected' as const }, text: JSON.stringify(body) };
  const agent = { agentId, agentJson: JSON.stringify({ id: agentId }) };
  const recorded = recordObservation({ ...arrival, ...agent }, Date.now(), `fact-${n}`);
  if (recorded instanceof Problem) throw recorded;
  return recorded;
}
const inTheLog = async (): Promise<number> =>
  (await log.ends('observations')).reduce((sum, end) => sum + end, 0);

test('what is written in one generation is answered', async () => {
  expect(await writer.record(observation(1))).toBe('created');
  expect(await writer.record(observation(1))).toBe('updated');
});

test.each([new Unavailable('its partition is away'), new Error('its partition is wrong')])(
  'one sick partition is told to its own agents, and the others are answered: %s',
  async (sick) => {
    const each = log.appendEach.bind(log);
    log.appendEach = async (topic, events) => {
      const appended = await each(topic, events);
      return appended.map((position, i) => (events[i]?.key === 'agent_2' ? sick : position));
    };
    const agents = ['agent_1', 'agent_2', 'agent_1'];
    const sent = agents.map((agent, n) => writer.record(observation(n, agent)));
    const [first, failed, last] = await Promise.allSettled(sent);
    expect(failed).toMatchObject({ status: 'rejected', reason: expect.any(Unavailable) as Error });
    for (const well of [first, last])
      expect(well).toEqual({ status: 'fulfilled', value: 'created' });
  },
);

const partitionOfAgent = (agent: string) => partitionOf(agent, TOPICS.observations.partitions);
const inPartitionOf = (agent: string) => (key: string) =>
  partitionOfAgent(key) === partitionOfAgent(agent);
/** So many agents of one partition. */
const agentsBeside = (agent: string, count: number): readonly string[] =>
  Array.from({ length: 100 * count }, (_, n) => `agent_${n}`)
    .filter(inPartitionOf(agent))
    .slice(0, count);

/** A log that is late with what some send, until the test says what became of it. */
function late() {
  const isLate = inPartitionOf('agent_2');
  const { promise, resolve } = Promise.withResolvers<Error | undefined>();
  const each = log.appendEach.bind(log);
  log.appendEach = async (topic, events) => {
    const appended = await each(topic, events);
    const lately = async (i: number) => (await promise) ?? (appended[i] as Position);
    return appended.map((position, i) => (isLate(events[i]?.key ?? '') ? lately(i) : position));
  };
  return resolve;
}

test('one late partition is waited for by its own agents, in the same group and in the next', async () => {
  const become = late();
  let settled = 0;
  const own = [0, 1, 0].map((n) => writer.record(observation(n, 'agent_2')));
  for (const one of own) void one.then(() => (settled += 1));
  expect(await writer.record(observation(2))).toBe('created');
  expect(await writer.record(observation(3))).toBe('created');
  expect(settled).toBe(0);
  become(undefined);
  expect(await Promise.all(own)).toEqual(['created', 'created', 'updated']);
});

test('what is of one late partition is written together, whoever sent it', async () => {
  const become = late();
  const insert = jest.spyOn(store, 'insert');
  const agents = agentsBeside('agent_2', 20);
  const own = agents.map((agent, n) => writer.record(observation(n, agent)));
  become(undefined);
  expect(await Promise.all(own)).toEqual(agents.map(() => 'created'));
  expect(insert).toHaveBeenCalledTimes(1);
});

test('what could not be written of a late partition is told to its own agents', async () => {
  const become = late();
  const own = writer.record(observation(1, 'agent_2'));
  expect(await writer.record(observation(2))).toBe('created');
  become(new Unavailable('its partition is away'));
  await expect(own).rejects.toThrow('its partition is away');
});

test('rule 10: what was late is not answered 201 when another generation has begun', async () => {
  const become = late();
  const own = writer.record(observation(1, 'agent_2'));
  expect(await writer.record(observation(2))).toBe('created');
  await store.dropDerived();
  become(undefined);
  await expect(own).rejects.toThrow(Unavailable);
});

test('a late partition hears it when the rest of its group could not be inserted', async () => {
  const become = late();
  const insert = store.insert.bind(store);
  store.insert = () => Promise.reject(new Unavailable('the store is away'));
  const sent = [1, 2].map((n) => writer.record(observation(n, `agent_${n}`)));
  await expect(sent[0]).rejects.toThrow('the store is away');
  store.insert = insert;
  become(undefined);
  expect(await sent[1]).toBe('created');
});

test('why partitions could not be written is said once for each, of however many observations it is', async () => {
  const each = log.appendEach.bind(log);
  const wrong = new Map(['agent_2', 'agent_3'].map((agent) => [agent, new Error(agent)]));
  log.appendEach = async (topic, events) => {
    const appended = await each(topic, events);
    return appended.map((position, i) => wrong.get(events[i]?.key ?? '') ?? position);
  };
  const said = jest.spyOn(Logger.prototype, 'error').mockImplementation();
  const agents = Array.from({ length: 30 }, (_, n) => `agent_${(n % 3) + 1}`);
  await Promise.allSettled(agents.map((agent, n) => writer.record(observation(n, agent))));
  const told: unknown[] = said.mock.calls.map(([{ err }]) => err);
  said.mockRestore();
  expect(told).toEqual([...wrong.values()]);
});

test('rule 10: an observation whose insert saw another generation than its append is not answered 201', async () => {
  const append = log.append.bind(log);
  log.append = async (topic, events) => {
    const positions = await append(topic, events);
    await store.dropDerived();
    return positions;
  };
  await expect(writer.record(observation(1))).rejects.toThrow(Unavailable);
});

test('rule 10: what waited while another generation began is not even appended before that is repaired', async () => {
  await log.append('observations', [observation(2).event]);
  const next = await store.generations.shadow();
  const waiting = writer.record(observation(1));
  // The change is heard between the door and the write.
  const changed = store.generations.adopt(next, async () => undefined);
  await expect(waiting).rejects.toThrow(Unavailable);
  await changed;
  expect(await inTheLog()).toBe(1);
});

test('rule 10: while documents change hands nothing is appended that could not be inserted', async () => {
  store.hold();
  await expect(writer.record(observation(1))).rejects.toThrow('documents change hands');
  expect(await inTheLog()).toBe(0);
  store.release();
  expect(await writer.record(observation(1))).toBe('created');
});
