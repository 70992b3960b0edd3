import { millisecondFrom, type RawQuery, sinceOf, spanEdges, timeBuckets } from '@parapet/chassis';
import type { DeliveryStatus } from '@parapet/contracts';
import type { ReadModel } from '@parapet/readmodel';
import { DELIVERIES } from './delivery.collection';
import type { DeliverySummaryView } from './delivery-summary.http';

const DAY_MS = 86_400_000;
const NS_PER_MS = 1_000_000n;

/**
 * Counts the deliveries of all webhooks by what became of them, each when it was made: those after `since`, or of the last 24 hours,
 * whatever part of an hour is over.
 * @param now milliseconds since 1970. @throws Problem when `since` is not valid.
 */
export async function summariseDeliveries(
  store: ReadModel,
  query: RawQuery,
  now: number,
): Promise<DeliverySummaryView> {
  const span = { since: sinceOf(query) ?? BigInt(now - DAY_MS) * NS_PER_MS };
  const { edges, times, ...shown } = timeBuckets(span, now, DAY_MS);
  const bounds = spanEdges(span, edges).map(millisecondFrom);
  const tally = (status: DeliveryStatus): Promise<readonly number[]> =>
    store.tally(DELIVERIES, { equal: { status }, sort: 'created_at', bounds });
  const [pending, succeeded, givenUp] = await Promise.all([
    tally('pending'),
    tally('succeeded'),
    tally('given_up'),
  ]);
  const by_status = { pending: sum(pending), succeeded: sum(succeeded), given_up: sum(givenUp) };
  const buckets = times.map((time, i) => ({
    ...{ time, pending: pending[i + 1] ?? 0 },
    ...{ succeeded: succeeded[i + 1] ?? 0, failed: givenUp[i + 1] ?? 0 },
  }));
  return { total: sum(Object.values(by_status)), by_status, histogram: { ...shown, buckets } };
}

const sum = (counts: readonly number[] = []): number => counts.reduce((a, b) => a + b, 0);
