import type { DeliveryStatus } from '@parapet/contracts';
import { openEmbeddedReadModel, type ReadModel } from '@parapet/readmodel';
import { DELIVERIES, type StoredDelivery } from './delivery.collection';
import { summariseDeliveries } from './summarise-deliveries';

const NOW = Date.parse('2026-03-03T10:11:12.500Z');
const HOUR_MS = 3_600_000;
const ago = (ms: number): string => new Date(NOW - ms).toISOString();

let store: ReadModel;
let nth = 0;
beforeAll(async () => {
  store = await openEmbeddedReadModel({ path: ':memory:' });
  await store.declare(DELIVERIES);
  await store.insert(DELIVERIES, [
    ...[delivery('pending', 0), delivery('succeeded', 0), delivery('succeeded', 0)],
    ...[delivery('given_up', HOUR_MS), delivery('succeeded', 24 * HOUR_MS - 1)],
    ...[delivery('given_up', 24 * HOUR_MS), delivery('given_up', 80 * 24 * HOUR_MS)],
  ]);
});
afterAll(() => store.close());

function delivery(status: DeliveryStatus, agoMs: number): StoredDelivery {
  nth += 1;
  return {
    ...{ id: `delivery_${nth}`, webhook_id: `webhook_${nth % 2}`, issue_id: 'issue_1' },
    ...{ event: 'issue.created', body: '{}', created_at: ago(agoMs), next_at: null, attempts: [] },
    ...{ status, tries: 0, applied: nth },
  };
}

test('without since the last 24 hours are counted to the millisecond, hour by hour, of all webhooks', async () => {
  const { total, by_status, histogram } = await summariseDeliveries(store, {}, NOW);
  expect([total, by_status]).toEqual([5, { pending: 1, succeeded: 3, given_up: 1 }]);
  expect(histogram).toMatchObject({ from: '2026-03-02T10:00:00.000Z', step_seconds: 3600 });
  expect(histogram.buckets).toHaveLength(25);
  expect(histogram.buckets[0]).toMatchObject({ succeeded: 1, failed: 0 });
  expect(histogram.buckets.slice(-2)).toEqual([
    { time: '2026-03-03T09:00:00.000Z', pending: 0, succeeded: 0, failed: 1 },
    { time: '2026-03-03T10:00:00.000Z', pending: 1, succeeded: 2, failed: 0 },
  ]);
});

test('since is exclusive; what is older than the buckets is in the total', async () => {
  const counted = async (since: string): Promise<number> =>
    (await summariseDeliveries(store, { since }, NOW)).total;
  expect(await counted(ago(HOUR_MS))).toBe(3);
  expect(await counted(ago(HOUR_MS + 1))).toBe(4);
  expect(await counted('1960-01-01T00:00:00Z')).toBe(7);
  expect(await counted('9999-12-31T23:59:59Z')).toBe(0);
});

test('refuses a since that is no time', async () =>
  expect(summariseDeliveries(store, { since: 'now' }, NOW)).rejects.toThrow('since must be'));
