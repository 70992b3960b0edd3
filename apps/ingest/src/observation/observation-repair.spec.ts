import { Background, Projections, Readiness } from '@parapet/chassis';
import { testHouse, type TestHouse } from '@parapet/chassis/testing';
import { Module } from '@nestjs/common';
import { isoTime, type ObservationRecorded, toAppend, Unavailable } from '@parapet/contracts';
import { EventLog, openEmbeddedEventLog } from '@parapet/eventlog';
import { openEmbeddedReadModel, PROJECTION_PROGRESS, ReadModel } from '@parapet/readmodel';
import { IngestModule } from '../ingest.module';
import { ObservationRepair } from './observation-repair';

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
  let log: EventLog;
  let store: ReadModel;
  beforeEach(async () => {
    log = await openEmbeddedEventLog({ path: ':memory:' });
    store = await openEmbeddedReadModel({ path: ':memory:' });
    await store.declare(PROJECTION_PROGRESS);
  });
  afterEach(async () => {
    await log.close();
    await store.close();
  });
  const repairOf = (from: EventLog): ObservationRepair =>
    new ObservationRepair(from, new Projections(store), new Background(), new Readiness());

  test('an empty log is repaired as soon as it starts', async () => {
    const repair = repairOf(log);
    expect(repair.done).toBe(false);
    await repair.start();
    expect(repair.done).toBe(true);
    await repair.stop();
  });

  test('records that retention removed are not waited for', async () => {
    const pruned = Object.create(log) as EventLog;
    pruned.ends = async () => [7, 0, 0];
    const repair = repairOf(pruned);
    await repair.start();
    expect(repair.done).toBe(true);
    await repair.stop();
  });

  test('a log that is away at the start is asked again', async () => {
    const away = Object.create(log) as EventLog;
    let asked = 0;
    away.ends = (topic) => {
      asked += 1;
      return asked === 1 ? Promise.reject(new Unavailable('away')) : log.ends(topic);
    };
    const repair = repairOf(away);
    await repair.start();
    expect(repair.done).toBe(false);
    await repair.settled();
    expect([repair.done, asked]).toEqual([true, 2]);
    await repair.stop();
  });
});
