import { isoTime, type Topic, TOPICS } from '@parapet/contracts';
import type { RetentionOverrides } from '../log-options';
import type { StoreThread, Sweep, Swept } from './store-protocol';

/** Records looked at per transaction, so that a sweep never holds up appends for long. */
const SLICE = 1_000;

/** Removes what is older than its topic's retention, by the time of the event. Answers how many records went. */
export async function sweepLog(
  store: StoreThread,
  overrides: RetentionOverrides,
  nowMs: number,
  signal: AbortSignal,
): Promise<number> {
  const now = isoTime(nowMs);
  let removed = 0;
  for (const [topic, kept] of retentions(overrides))
    for (let partition = 0; partition < TOPICS[topic].partitions; partition++) {
      const what = { topic, partition, before: isoTime(nowMs - kept), now };
      removed += await sweepPartition(store, what, signal);
    }
  return removed;
}

async function sweepPartition(
  store: StoreThread,
  what: Omit<Sweep, 'from' | 'limit'>,
  signal: AbortSignal,
): Promise<number> {
  let removed = 0;
  for (let from = 0; !signal.aborted;) {
    const slice: Swept = await store.call('sweep', { ...what, from, limit: SLICE });
    removed += slice.removed;
    // The oldest come first: a slice that is mostly young has met those that stay.
    if (slice.next === null || slice.young > SLICE / 2) break;
    from = slice.next;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return removed;
}

function retentions(overrides: RetentionOverrides): readonly (readonly [Topic, number])[] {
  const all: [Topic, number][] = [];
  for (const topic of Object.keys(TOPICS) as Topic[]) {
    const override = overrides[topic];
    const kept = override === undefined ? TOPICS[topic].retentionMs : override;
    if (kept !== null) all.push([topic, kept]);
  }
  return all;
}
