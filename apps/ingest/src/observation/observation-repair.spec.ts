import { Background, Projections, Readiness } from '@parapet/chassis';
import { testHouse, type TestHouse, testSettings } from '@parapet/chassis/testing';
import { Module } from '@nestjs/common';
import {
  isoTime,
  type ObservationRecorded,
  type Position,
  toAppend,
  Unavailable,
} from '@parapet/contracts';
import { EventLog, openEmbeddedEventLog } from '@parapet/eventlog';
import { PROJECTION_PROGRESS, ReadModel } from '@parapet/readmodel';
import { GenerationsInMemory } from '@parapet/readmodel/testing';
import { IngestModule } from '../ingest.module';
import { RepairGoals, REPAIR_GROUP } from './repair-goals';
import { ObservationRepair } from './observation-repair';
import { observations } from './observation.collection';

const fact = (n: number): ObservationRecorded => ({
  ...{ id: `fact-${n}`, type: 'ObservationRecorded', schema: 1, time: isoTime(Date.now()) },
  ...{ actor: 'agent_1', cause: null },
  data: {
    observation_id: `event_${n}`,
    at: '01772532672123456789',
    received_at: isoTime(Date.now()),
    agent: { id: 'agent_1', platform: 'vanilla', hostname: 'h', mode: 'detect', labels: {} },
    body: { kind: 'k', timestamp: '2026-03-03T10:11:12Z', metadata: {}, verdict: 'allowed' },
  },
});

/** A house that starts with one observation in the log, and whose repairer is held until `release`. */
async function heldHouse(): Promise<{ house: TestHouse; release: () => void }> {
  let release: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  @Module({})
  class CrashedModule {
    constructor(
      readonly log: EventLog,
      readonly store: ReadModel,
    ) {}
    async onModuleInit(): Promise<void> {
      await this.log.append('observations', [toAppend('agent_1', fact(1))]);
      const { store } = this;
      const getMany = store.getMany.bind(store);
      store.getMany = async (collection, ids, fields) => {
        if (collection.name === 'observations') await gate;
        return getMany(collection, ids, fields);
      };
    }
  }
  return { house: await testHouse({ imports: [CrashedModule, IngestModule] }), release };
}

let opened: TestHouse | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

test('rule 10: until the end of the log is repaired nothing is taken in, and the house is not ready', async () => {
  const { house, release } = await heldHouse();
  opened = house;
  const { token } = await house.addAgent();
  const put = () =>
    house.inject({
      method: 'PUT',
      url: '/v1/events_v2',
      headers: { authorization: `Bearer ${token}` },
      payload: { kind: 'k', timestamp: '2026-03-03T10:11:12Z', metadata: {}, verdict: 'allowed' },
    });
  const early = await put();
  expect([early.statusCode, early.json()]).toEqual([
    503,
    { error: expect.stringContaining('being repaired') as string, type: 'Unavailable' },
  ]);
  expect(early.headers['retry-after']).toBeDefined();
  const ready = await house.inject('/readyz');
  expect([ready.statusCode, ready.body]).toEqual([503, expect.stringContaining('being repaired')]);
  release();
  await house.app.get(ObservationRepair).settled();
  expect((await put()).statusCode).toBe(201);
  expect((await house.inject('/readyz')).statusCode).toBe(200);
});

describe('without a house', () => {
  const settings = testSettings();
  let log: EventLog;
  let store: GenerationsInMemory;
  let projections: Projections;
  beforeEach(async () => {
    log = await openEmbeddedEventLog({ path: ':memory:' });
    store = await GenerationsInMemory.open();
    await store.declare(PROJECTION_PROGRESS);
    await store.declare(observations(settings.observationRetentionMs));
    projections = new Projections(store);
  });
  afterEach(async () => {
    await repair.stop();
    await log.close();
    await store.close();
  });
  let repair: ObservationRepair;
  const repairOf = (from: EventLog): ObservationRepair => {
    const goals = new RepairGoals(from, store, projections, settings);
    return (repair = new ObservationRepair(goals, new Background(), new Readiness()));
  };
  const append = (n: number) => log.append('observations', [toAppend('agent_1', fact(n))]);
  /** Stores progress as the projection does when it has applied what lies below `next`. */
  const project = ({ partition, offset }: Position): Promise<void> =>
    projections.of(REPAIR_GROUP, 'observations').save(partition, offset + 1);

  test('an empty log is repaired as soon as it starts', async () => {
    repairOf(log);
    expect(repair.done).toBe(false);
    await repair.start();
    expect(repair.done).toBe(true);
  });

  test('records that retention removed are not waited for', async () => {
    const pruned = Object.create(log) as EventLog;
    pruned.ends = async () => [7, 0, 0];
    repairOf(pruned);
    await repair.start();
    expect(repair.done).toBe(true);
  });

  test('a log that is away at the start is asked again', async () => {
    const away = Object.create(log) as EventLog;
    let asked = 0;
    away.ends = (topic) => {
      asked += 1;
      return asked === 1 ? Promise.reject(new Unavailable('away')) : log.ends(topic);
    };
    repairOf(away);
    await repair.start();
    expect(repair.done).toBe(false);
    await repair.settled();
    expect([repair.done, asked]).toEqual([true, 2]);
  });

  test('rule 10: documents that were dropped are repaired to the end of the log as it is then, before anything is taken in', async () => {
    repairOf(log);
    await repair.start();
    const [first] = await append(1);
    expect(repair.done).toBe(true);
    await store.dropDerived();
    expect(repair.done).toBe(false);
    await expect(
      Promise.race([repair.settled(), new Promise((r) => setTimeout(r, 700, 'held'))]),
    ).resolves.toBe('held');
    if (first) await project(first);
    await repair.settled();
    expect(repair.done).toBe(true);
  });

  test('rule 10: the end is asked only when nobody can insert into the older generation any more', async () => {
    repairOf(log);
    await repair.start();
    const last = (await append(1))[0];
    store.hold();
    await store.dropDerived();
    if (last) await project(last);
    // Another process, which has not heard of the change yet, takes this one in.
    const [late] = await append(2);
    store.release();
    await expect(
      Promise.race([repair.settled(), new Promise((r) => setTimeout(r, 1_500, 'held'))]),
    ).resolves.toBe('held');
    if (late) await project(late);
    await repair.settled();
    expect(repair.done).toBe(true);
  });
});
