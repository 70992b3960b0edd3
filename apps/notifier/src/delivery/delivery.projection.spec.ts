import { type DeliveryEvent, isoTime, type Recorded, Unavailable } from '@parapet/contracts';
import { openEmbeddedReadModel, type ReadModel } from '@parapet/readmodel';
import { TestClock } from '@parapet/chassis/testing';
import { WEBHOOK_HEALTH } from '../health/webhook-health.collection';
import { deliveryPlanned } from '../testing/delivery-facts';
import { DELIVERIES } from './delivery.collection';
import { DeliveryProjection } from './delivery.projection';
import type { SendDeliveries } from './send-deliveries';
import { StoredLeases } from './stored-leases';

const MANY = 200;
const ids = Array.from({ length: MANY }, (_, i) => `delivery_${i}`);
const clock = new TestClock();
const planned = ids.map((id) => deliveryPlanned('webhook_1', id, clock.now()));
const attempted = ids.map((delivery_id): DeliveryEvent => ({
  ...{ id: `fact_${delivery_id}`, type: 'DeliveryAttempted', schema: 1, actor: 'notifier' },
  ...{ time: isoTime(clock.now()), cause: null },
  data: {
    ...{ delivery_id, webhook_id: 'webhook_1', next_at: isoTime(clock.now()) },
    attempt: {
      ...{ number: 10, started_at: isoTime(clock.now()), duration_ms: 1, status: 404 },
      ...{ error: 'status', message: '', response: 'x'.repeat(16_384), address: null },
    },
  },
}));
const at = (first: number, events: readonly DeliveryEvent[]): Recorded<DeliveryEvent>[] =>
  events.map((event, i) => ({
    position: { topic: 'deliveries', partition: 0, offset: first + i },
    ...{ key: 'webhook_1', event },
  }));

let store: ReadModel;
let projection: DeliveryProjection;
beforeEach(async () => {
  store = await openEmbeddedReadModel({ path: ':memory:' });
  await store.declare(DELIVERIES);
  await store.declare(WEBHOOK_HEALTH);
  const sender = { hasDue: () => undefined } as unknown as SendDeliveries;
  projection = new DeliveryProjection(store, sender, new StoredLeases(store, clock));
});
afterEach(() => store.close());

test('the rows of a long batch are not all in the memory at once where they have many attempts', async () => {
  const getMany = jest.spyOn(store, 'getMany');
  await projection.project(at(0, planned));
  await projection.project(at(MANY, attempted));
  const read = getMany.mock.calls.filter(([from]) => from.name === DELIVERIES.name);
  expect(read.map(([, wanted]) => wanted.length)).toEqual([MANY, 64, 64, 64, 8]);
  const rows = [...(await store.getMany(DELIVERIES, ids)).values()];
  expect(rows.map((row) => row.attempts.length)).toEqual(ids.map(() => 1));
});

test('a batch that ended in its middle comes again, and every fact of it counts once', async () => {
  await projection.project(at(0, planned));
  const write = store.write.bind(store);
  let written = 0;
  const away = jest.spyOn(store, 'write').mockImplementation((...args) => {
    if ((written += 1) === 4) throw new Unavailable('the store is away');
    return write(...args);
  });
  await expect(projection.project(at(MANY, attempted))).rejects.toThrow(Unavailable);
  away.mockRestore();
  await projection.project(at(MANY, attempted));
  const rows = [...(await store.getMany(DELIVERIES, ids)).values()];
  expect(rows.map((row) => row.attempts.length)).toEqual(ids.map(() => 1));
  const health = await store.get(WEBHOOK_HEALTH, 'webhook_1');
  expect(health).toMatchObject({ pending: MANY, run: { failures: MANY } });
});
