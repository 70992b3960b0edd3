import { TestClock } from '@parapet/chassis/testing';
import { type DeliveryEvent, envelope, eventId, isoTime, type Recorded } from '@parapet/contracts';
import { openEmbeddedReadModel, type ReadModel } from '@parapet/readmodel';
import { WEBHOOK_HEALTH } from '../health/webhook-health.collection';
import { deliveryPlanned } from '../testing/delivery-facts';
import { DELIVERIES, type StoredDelivery } from './delivery.collection';
import { DeliveryProjection } from './delivery.projection';
import { type DeliveryLeases, LEASE_MS } from './delivery-leases';
import { OwnLeases } from './own-leases';
import type { SendDeliveries } from './send-deliveries';
import { StoredLeases } from './stored-leases';

const ID = 'webhook_1';

let clock: TestClock;
let store: ReadModel;
let leases: DeliveryLeases;
beforeEach(async () => {
  clock = new TestClock();
  clock.stop();
  store = await openEmbeddedReadModel({ path: ':memory:' });
  await store.declare(DELIVERIES);
  await store.insert(DELIVERIES, [1, 2, 3].map(delivery));
});
afterEach(() => store.close());

const delivery = (n: number): StoredDelivery => ({
  ...{ id: `delivery_${n}`, webhook_id: ID, issue_id: `issue_${n}`, event: 'issue.created' },
  ...{ body: '{}', status: 'pending', created_at: isoTime(n), next_at: isoTime(n) },
  ...{ attempts: [], tries: 0, due_at: isoTime(n), applied: n },
});
const ids = (rows: Iterable<StoredDelivery>): string[] => [...rows].map(({ id }) => id);
const claimed = async (limit = 9): Promise<string[]> => ids(await leases.claim(ID, limit));

/** A fact makes a delivery due at another time, and that is written. */
async function move(row: StoredDelivery, due_at: string): Promise<void> {
  await store.write(DELIVERIES, [{ id: row.id, set: { due_at } }]);
  leases.moved([row]);
}

describe.each([
  ['in memory', () => new OwnLeases(store, clock)],
  ['in the documents', () => new StoredLeases(store, clock)],
])('rule 16: leases %s', (_, made) => {
  beforeEach(() => void (leases = made()));

  test('what is claimed is nobody else’s until its lease ends, oldest first', async () => {
    const first = await leases.claim(ID, 2);
    expect(ids(first)).toEqual(['delivery_1', 'delivery_2']);
    expect(first[0]?.due_at).toBe(isoTime(clock.now() + LEASE_MS));
    expect(ids(await leases.due(9))).toEqual(['delivery_3']);
    expect(await claimed()).toEqual(['delivery_3']);
    expect(await leases.due(9)).toEqual([]);
    expect(await claimed()).toEqual([]);
    clock.advance(LEASE_MS);
    expect((await claimed()).sort()).toEqual(['delivery_1', 'delivery_2', 'delivery_3']);
  });

  test('what is due first is told before it is due, and left out where it is claimed', async () => {
    expect((await leases.first())?.id).toBe('delivery_1');
    await leases.claim(ID, 2);
    expect((await leases.first())?.id).toBe('delivery_3');
    const later = isoTime(clock.now() + 1_000);
    await store.write(DELIVERIES, [{ id: 'delivery_3', set: { due_at: later } }]);
    expect((await leases.first())?.due_at).toBe(later);
  });

  test('of claims at the same time each gets its own', async () => {
    const both = await Promise.all([claimed(2), claimed(2)]);
    const got = both.flat();
    expect(new Set(got).size).toBe(got.length);
  });

  test('what is given back is due as it was; a lease that is another’s by now is not given back', async () => {
    const first = await leases.claim(ID, 3);
    await leases.giveBack(first.slice(1));
    expect(await claimed()).toEqual(['delivery_2', 'delivery_3']);
    clock.advance(LEASE_MS);
    await leases.claim(ID, 3);
    await leases.giveBack(first);
    expect(await claimed()).toEqual([]);
  });

  test('a lease that is renewed holds as long again; one that is over does not come back', async () => {
    const [one, two] = await leases.claim(ID, 2);
    if (!one || !two) throw new Error('too few were claimed');
    clock.advance(LEASE_MS - 1);
    const [kept] = await leases.renew([one]);
    expect(kept?.due_at).toBe(isoTime(clock.now() + LEASE_MS));
    clock.advance(1);
    expect((await claimed()).sort()).toEqual(['delivery_2', 'delivery_3']);
    expect(await leases.renew([two])).toEqual([two]);
    expect(kept && ids(await leases.stillDue([kept, two]))).toEqual(['delivery_1']);
  });

  test('a fact that makes a delivery due at another time ends its lease', async () => {
    const [one] = await leases.claim(ID, 1);
    if (!one) throw new Error('nothing was claimed');
    await move(one, isoTime(clock.now()));
    expect(await leases.stillDue([one])).toEqual(new Set());
    expect(await claimed()).toEqual(['delivery_2', 'delivery_3', 'delivery_1']);
  });

  test('what a clock that was ahead leased or put off is due when it is brought back, and given back so', async () => {
    const [YEAR, DAY] = [365 * 86_400_000, 86_400_000];
    clock.leap(YEAR);
    await leases.claim(ID, 1);
    const next_at = isoTime(clock.now() + 5_000);
    await store.write(DELIVERIES, [{ id: 'delivery_3', set: { due_at: next_at, next_at } }]);
    clock.leap(-YEAR);
    expect(await claimed()).toEqual(['delivery_2']);
    expect(await leases.bringBack(clock.now() + DAY)).toBe(false);
    const back = await leases.claim(ID, 9);
    expect(ids(back).sort()).toEqual(['delivery_1', 'delivery_3']);
    await leases.giveBack(back);
    expect((await claimed()).sort()).toEqual(['delivery_1', 'delivery_3']);
  });

  test('what is pending no more is not due, whoever has its lease', async () => {
    const [one] = await leases.claim(ID, 1);
    if (!one) throw new Error('nothing was claimed');
    await store.write(DELIVERIES, [{ id: one.id, set: { status: 'succeeded' } }]);
    expect(await leases.stillDue([one])).toEqual(new Set());
  });
});

test('in memory, the document of what is claimed is at hand, once', async () => {
  leases = new OwnLeases(store, clock);
  const [one] = await leases.claim(ID, 1);
  if (!one) throw new Error('nothing was claimed');
  expect([...leases.takeStored([one])]).toEqual([['delivery_1', delivery(1)]]);
  expect(leases.takeStored([one]).size).toBe(0);
  expect(await claimed(1)).toEqual(['delivery_2']);
});

const recordedAt = (event: DeliveryEvent, offset: number): Recorded<DeliveryEvent> => ({
  ...{ key: ID, event, position: { topic: 'deliveries', partition: 0, offset } },
});
const givenUp = (delivery_id: string): DeliveryEvent => ({
  ...envelope('DeliveryGivenUp', { id: eventId(), time: isoTime(9), actor: 'me', cause: null }),
  data: { delivery_id, webhook_id: ID, attempt: null, reason: 'the webhook was deleted' },
});

test('in memory, what was claimed before another fact of it was written is not what stands there', async () => {
  const own = new OwnLeases(store, clock);
  await store.declare(WEBHOOK_HEALTH);
  const sender = { hasDue: () => undefined } as unknown as SendDeliveries;
  const projection = new DeliveryProjection(store, sender, own);
  const write = store.write.bind(store);
  jest.spyOn(store, 'write').mockImplementationOnce(async (c, changes) => {
    await own.claim(ID, 1);
    return write(c, changes);
  });
  await projection.project([recordedAt(deliveryPlanned(ID, 'delivery_1', 1), 7)]);
  await projection.project(
    ['delivery_1', 'delivery_2'].map((id, n) => recordedAt(givenUp(id), 8 + n)),
  );
  for (const id of ['delivery_1', 'delivery_2'])
    expect(await store.get(DELIVERIES, id)).toMatchObject({ status: 'given_up' });
});
