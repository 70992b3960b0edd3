import { type Position, Problem, Unavailable } from '@parapet/contracts';
import { type EventLog, openEmbeddedEventLog } from '@parapet/eventlog';
import { openEmbeddedReadModel, type ReadModel } from '@parapet/readmodel';
import { observations } from './observation.collection';
import { type NewObservation, recordObservation } from './record-observation';
import { type ObservationTarget, type Written, writeObservations } from './write-observations';

const NOW = Date.parse('2026-03-03T10:11:13Z');
const COLLECTION = observations(86_400_000);

let log: EventLog;
let store: ReadModel;
let target: ObservationTarget;
beforeEach(async () => {
  log = await openEmbeddedEventLog({ path: ':memory:' });
  store = await openEmbeddedReadModel({ path: ':memory:' });
  await store.declare(COLLECTION);
  target = { log, store, collection: COLLECTION };
});
afterEach(async () => {
  await log.close();
  await store.close();
});

function observation(
  n: number,
  verdict: 'detected' | 'blocked' = 'detected',
  now = NOW,
  agentId = 'agent_1',
) {
  const timestamp = '2026-03-03T10:11:12Z';
  const body = { kind: 'k', timestamp, metadata: { n }, verdict };
  const arrival = { body, text: JSON.stringify(body), agentId, agentJson: '{}' };
  const recorded = recordObservation(arrival, now, `fact-${n}-${verdict}`);
  if (recorded instanceof Problem) throw recorded;
  return recorded;
}
const recordsInLog = async (): Promise<number> =>
  (await log.ends('observations')).reduce((sum, end) => sum + end, 0);
const write = async (to: ObservationTarget, group: readonly NewObservation[]) =>
  Promise.all(await writeObservations(to, group));
const stored = (o: NewObservation) => store.get(COLLECTION, o.id);

test('rule 8: of all copies, in one group and in racing groups, exactly one is created', async () => {
  const senders = Array.from({ length: 16 }, (_, sender) =>
    Array.from({ length: 200 }, (_, i) => observation((i * 7 + sender) % 200)),
  );
  const chunks = senders.flatMap((all) => [all.slice(0, 90), all.slice(90), all.slice(0, 20)]);
  const created = new Map<string, number>();
  const count = (group: readonly NewObservation[], statuses: readonly Written[]) =>
    group.forEach(({ id }, i) => {
      if (statuses[i] === 'created') created.set(id, (created.get(id) ?? 0) + 1);
    });
  await Promise.all(
    chunks.map(async (group) => count(group, await writeObservations(target, group))),
  );
  expect(created.size).toBe(200);
  expect([...created.values()].every((n) => n === 1)).toBe(true);
  expect(await store.count(COLLECTION)).toBe(200);
});

test('rule 8: when the store is away after the append, nobody is told created, and the next copy is', async () => {
  const away = Object.create(store) as ReadModel;
  away.insert = () => Promise.reject(new Unavailable('the store is away'));
  const one = observation(1);
  await expect(writeObservations({ ...target, store: away }, [one])).rejects.toThrow(Unavailable);
  expect(await recordsInLog()).toBe(1);
  expect(await writeObservations(target, [one])).toEqual(['created']);
  expect(await writeObservations(target, [one])).toEqual(['updated']);
});

test('of a group, only what the log could not take fails, and is no document', async () => {
  const sick = Object.create(log) as EventLog;
  sick.appendEach = async (topic, events) => {
    const positions = await log.append(topic, events);
    return events.map(({ key }, i) =>
      key === 'agent_2' ? new Unavailable('its partition is away') : (positions[i] as Position),
    );
  };
  const settled: Position[] = [];
  const placed = (whole: readonly Position[]) => void settled.push(...whole);
  const [well, bad] = [observation(1), observation(2, 'detected', NOW, 'agent_2')];
  const results = await writeObservations({ ...target, log: sick, placed }, [bad, well, bad, well]);
  expect(results).toEqual([expect.any(Unavailable), 'created', expect.any(Unavailable), 'updated']);
  expect(await store.count(COLLECTION)).toBe(1);
  expect(settled).toHaveLength(1);
  await expect(writeObservations({ ...target, log: sick }, [bad, bad])).rejects.toThrow('away');
  expect(await writeObservations(target, [bad, well])).toEqual(['created', 'updated']);
});

test('where a partition is late the rest of a group is documents when the group is over, and what was late once it is known', async () => {
  const known = Promise.withResolvers<Position>();
  const slow = Object.create(log) as EventLog;
  slow.appendEach = async (topic, events) => {
    const positions = (await log.append(topic, events)) as Position[];
    return events.map(({ key }, i) =>
      key === 'agent_2'
        ? known.promise.then(() => positions[i] as Position)
        : (positions[i] as Position),
    );
  };
  const room = Promise.withResolvers<void>();
  const full = Object.create(store) as ReadModel;
  full.insert = (collection, documents) =>
    room.promise.then(() => store.insert(collection, documents));
  const [well, late] = [observation(1), observation(2, 'detected', NOW, 'agent_2')];
  let isOver = false;
  const writing = writeObservations({ ...target, log: slow, store: full }, [late, well, late]);
  void writing.then(() => (isOver = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(isOver).toBe(false);
  room.resolve();
  const results = await writing;
  expect(await stored(well)).toBeDefined();
  expect(await stored(late)).toBeUndefined();
  known.resolve({} as Position);
  expect(await Promise.all(results)).toEqual(['created', 'created', 'updated']);
  expect(await stored(late)).toBeDefined();
});

test('rule 8: an insert whose answer was lost is still created, because its origin is mine', async () => {
  const forgetful = Object.create(store) as ReadModel;
  forgetful.insert = async (collection, documents) => {
    await store.insert(collection, documents);
    return documents.map(() => false);
  };
  const group = [observation(1), observation(2), observation(1)];
  expect(await writeObservations({ ...target, store: forgetful }, group)).toEqual([
    'created',
    'created',
    'updated',
  ]);
});

test("rule 10: settled is what the group inserted, not what was there or may be another's", async () => {
  await write(target, [observation(1)]);
  const settled: Position[] = [];
  const placed = (whole: readonly Position[]) => void settled.push(...whole);
  const group = [
    observation(2),
    observation(1, 'blocked'),
    observation(3),
    observation(3, 'blocked'),
  ];
  await write({ ...target, placed }, group);
  expect(settled.map(({ offset }) => offset)).toEqual([1, 3, 4]);
});

test('rule 9: only identical copies of a group are coalesced; another verdict is appended too', async () => {
  const group = [observation(1), observation(1), observation(1, 'blocked')];
  const statuses = await writeObservations(target, group);
  expect(statuses).toEqual(['created', 'updated', 'updated']);
  expect(await recordsInLog()).toBe(2);
  expect((await stored(observation(1)))?.item).toContain('"verdict":"blocked"');
});

test('rule 9: a verdict that is told again after another one counts, as if each had come by itself', async () => {
  const group = [observation(1), observation(1, 'blocked'), observation(1), observation(1)];
  await write(target, group);
  expect(await recordsInLog()).toBe(3);
  expect((await stored(observation(1)))?.item).toContain('"verdict":"detected"');
});

test('rule 9: content comes from the highest position, received_at from the earliest copy, at never changes', async () => {
  const first = observation(1);
  await write(target, [first]);
  const before = await stored(first);
  await write(target, [observation(1, 'blocked', NOW - 5_000)]);
  const after = await stored(first);
  expect(after).toMatchObject({
    at: before?.at,
    origin: before?.origin,
    received_at: '2026-03-03T10:11:08.000Z',
  });
  expect(after?.item).toContain('"verdict":"blocked"');
  expect(after?.offset).toBeGreaterThan(before?.offset ?? Infinity);
});

test('rule 9: an older record that is written late does not undo newer content', async () => {
  const one = observation(1);
  const [position] = await log.append('observations', [one.event]);
  await write(target, [observation(1, 'blocked')]);
  const late = Object.create(log) as EventLog;
  late.append = async () => [position as NonNullable<typeof position>];
  expect(await writeObservations({ ...target, log: late }, [one])).toEqual(['updated']);
  expect((await stored(one))?.item).toContain('"verdict":"blocked"');
});
