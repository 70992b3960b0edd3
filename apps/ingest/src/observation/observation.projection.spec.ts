import { Background, Projections, Readiness } from '@parapet/chassis';
import { TestClock, testSettings } from '@parapet/chassis/testing';
import {
  decode,
  isoTime,
  type ObservationRecorded,
  positionText,
  Problem,
  type Recorded,
} from '@parapet/contracts';
import { done, type EventLog, openEmbeddedEventLog, type Outcome } from '@parapet/eventlog';
import { openEmbeddedReadModel, PROJECTION_PROGRESS, type ReadModel } from '@parapet/readmodel';
import fc from 'fast-check';
import { RepairGoals } from './repair-goals';
import { ObservationExpiry } from './observation-expiry';
import { ObservationRepair } from './observation-repair';
import { type ObservationDocument, observations } from './observation.collection';
import { ObservationProjection } from './observation.projection';
import { type NewObservation, recordObservation } from './record-observation';
import { writeObservations } from './write-observations';

const HOUR = 3_600_000;
const SETTINGS = testSettings({ observationRetentionMs: 24 * HOUR });
const COLLECTION = observations(SETTINGS.observationRetentionMs);
const LONG_AGO = Date.now() - HOUR;

let log: EventLog;
let store: ReadModel;
let repair: ObservationRepair;
beforeEach(async () => {
  log = await openEmbeddedEventLog({ path: ':memory:' });
  store = await openEmbeddedReadModel({ path: ':memory:' });
  await store.declare(COLLECTION);
  await store.declare(PROJECTION_PROGRESS);
  const projections = new Projections(store);
  const goals = new RepairGoals(log, store, projections, SETTINGS);
  repair = new ObservationRepair(goals, new Background(), new Readiness());
});
afterEach(async () => {
  await repair.stop();
  await log.close();
  await store.close();
});

const projection = (into = store, clock = new TestClock()): ObservationProjection =>
  new ObservationProjection(into, clock, repair, new ObservationExpiry(log, clock, SETTINGS));

function observation(n: number, verdict: 'detected' | 'blocked' = 'detected', now = LONG_AGO) {
  const timestamp = isoTime(LONG_AGO - 60_000);
  const body = { kind: 'k', timestamp, metadata: { n }, verdict };
  const agent = { id: `agent_${n % 3}` };
  const arrival = { body, text: JSON.stringify(body), agentId: agent.id };
  const agentJson = JSON.stringify(agent);
  const recorded = recordObservation({ ...arrival, agentJson }, now, `fact-${n}-${now}-${verdict}`);
  if (recorded instanceof Problem) throw recorded;
  return recorded;
}

async function records(): Promise<Recorded<ObservationRecorded>[][]> {
  const ends = await log.ends('observations');
  const batches: Recorded<ObservationRecorded>[][] = [];
  const start = ends.map(() => 0);
  for await (const batch of log.read('observations', start, ends))
    batches.push(batch.map((raw) => decode<ObservationRecorded>(raw)));
  return batches;
}

async function repairAll(into = store): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const batch of await records()) outcomes.push(...(await projection(into).apply(batch)));
  return outcomes;
}

const write = async (group: readonly NewObservation[]) =>
  Promise.all(await writeObservations({ log, store, collection: COLLECTION }, group));

async function documents(): Promise<ObservationDocument[]> {
  return [...(await store.page(COLLECTION, { equal: {}, sort: 'at', limit: 1_000 }))];
}

test('rule 10: what a crash left without a document is written, and the next copy is no new one', async () => {
  const lost = observation(1);
  const [position] = await log.append('observations', [lost.event]);
  expect(await repairAll()).toEqual([done]);
  expect(await documents()).toMatchObject([
    { id: lost.id, origin: position && positionText(position), agent_id: 'agent_1', type: 'k' },
  ]);
  expect(await write([lost])).toEqual(['updated']);
});

test('rule 10: content that a crash left older is brought up', async () => {
  await write([observation(1)]);
  await log.append('observations', [observation(1, 'blocked').event]);
  await repairAll();
  const [document] = await documents();
  expect(document?.item).toContain('"verdict":"blocked"');
});

test('rule 10: one look-up per batch, and nothing is written when nothing is missing', async () => {
  await write([1, 2, 3, 4, 5, 6, 7].map((n) => observation(n)));
  const asked: number[] = [];
  const watched = Object.create(store) as ReadModel;
  watched.getMany = (collection, ids, fields) => {
    asked.push(ids.length);
    return store.getMany(collection, ids, fields);
  };
  watched.write = () => Promise.reject(new Error('nothing is to be written'));
  watched.insert = () => Promise.reject(new Error('nothing is to be inserted'));
  const batches = await records();
  expect(await repairAll(watched)).toHaveLength(7);
  expect(asked).toEqual(batches.map((batch) => batch.length));
});

test('rule 10: the repaired documents are those that were written', async () => {
  const copy = fc.record({
    n: fc.integer({ min: 0, max: 5 }),
    verdict: fc.constantFrom('detected' as const, 'blocked' as const),
    late: fc.integer({ min: -5_000, max: 5_000 }),
  });
  const groups = fc.array(fc.array(copy, { minLength: 1, maxLength: 6 }), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(groups, async (sent) => {
      for (const group of sent)
        await write(group.map(({ n, verdict, late }) => observation(n, verdict, LONG_AGO + late)));
      const written = await documents();
      await store.dropDerived();
      await repairAll();
      expect(await documents()).toEqual(written);
      expect(await repairAll()).toEqual((await records()).flat().map(() => done));
      expect(await documents()).toEqual(written);
    }),
    { seed: 10, numRuns: 40 },
  );
});

test('rule 10: a newer copy inserted between look-up and write stays, and the earlier receipt counts', async () => {
  const early = observation(1, 'detected', LONG_AGO - 9_000);
  await log.append('observations', [early.event]);
  const batches = await records();
  const raced = Object.create(store) as ReadModel;
  raced.getMany = async (collection, ids, fields) => {
    const found = await store.getMany(collection, ids, fields);
    await write([observation(1, 'blocked')]);
    return found;
  };
  for (const batch of batches) await projection(raced).apply(batch);
  const [document] = await documents();
  expect(document?.item).toContain('"verdict":"blocked"');
  expect(document?.received_at).toBe(early.receivedAt);
});

test('rule 9: what has expired is not written again, by a process that has just begun either', async () => {
  await log.append('observations', [
    observation(1, 'detected', Date.now() - 24 * HOUR).event,
    observation(2, 'detected', Date.now()).event,
  ]);
  await repairAll();
  expect((await documents()).map(({ id }) => id)).toEqual([observation(2).id]);
});

test('rule 9: a time that is none, of what others put there, lets nothing expire', async () => {
  const { event } = observation(1);
  await log.append('observations', [event]);
  const [batch = []] = await records();
  await log.append('observations', [{ ...event, meta: { ...event.meta, time: 'yesterday' } }]);
  await projection().apply(batch);
  expect(await documents()).toHaveLength(1);
});

test('rule 9: by a clock that was far ahead at the start nothing has expired', async () => {
  const clock = new TestClock();
  clock.leap(31 * 24 * HOUR);
  await log.append('observations', [observation(1, 'detected', LONG_AGO).event]);
  for (const batch of await records()) await projection(store, clock).apply(batch);
  expect(await documents()).toHaveLength(1);
});

test('live, young records are left to those who write them; in a hurry they are not', async () => {
  await log.append('observations', [observation(1, 'detected', Date.now()).event]);
  await repair.start();
  expect(repair.done).toBe(false);
  const [batch = []] = await records();
  expect(await projection().apply(batch)).toEqual([done]);
  await store.dropDerived();
  await makeDone();
  expect(await projection().apply(batch)).toEqual([
    { kind: 'retry', afterMs: expect.any(Number) as number },
  ]);
  expect(await documents()).toEqual([]);
});

/** As the consumer does: stores the progress of what has been handled. */
async function makeDone(): Promise<void> {
  const progress = new Projections(store).of('ingest.observations', 'observations');
  const ends = await log.ends('observations');
  for (const [partition, end] of ends.entries()) if (end > 0) await progress.save(partition, end);
  await repair.stop();
  await repair.start();
  expect(repair.done).toBe(true);
}
