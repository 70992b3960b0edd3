import { TestClock } from '@parapet/chassis/testing';
import { isoTime } from '@parapet/contracts';
import { openEmbeddedReadModel, type ReadModel } from '@parapet/readmodel';
import { DELIVERIES, type StoredDelivery } from './delivery.collection';
import { type DeliveryLeases, LEASE_MS } from './delivery-leases';
import { OwnLeases } from './own-leases';
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
