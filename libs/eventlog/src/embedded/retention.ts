import { isoTime, type Topic, TOPICS } from '@parapet/contracts';
import type { RetentionOverrides } from '../log-options';
import type { StoreThread } from './store-protocol';

/** Records looked at per transaction, so that a sweep never holds up appends for long. */
const SLICE = 1_000;

/** Removes what is older than its topic's retention, by the time of the event. Answers how many records went. */
export async function sweepLog(
  store: StoreThread,
  overrides: RetentionOverrides,
  nowMs: number,
  signal: AbortSignal,
): Promise<number> {
  let removed = 0;
  for (const [topic, kept] of retentions(overrides))
    for (let partition = 0; partition < TOPICS[topic].partitions; partition++)
      removed += await sweepPartition(
        store,
        { topic, partition, before: isoTime(nowMs - kept) },
        signal,
      );
  return removed;
}

async function sweepPartition(
  store: StoreThread,
  what: { readonly topic: Topic; readonly partition: number; readonly before: string },
  signal: AbortSignal,
): Promise<number> {
  let removed = 0;
  while (!signal.aborted) {
    const slice = await store.call('sweep', { ...what, limit: SLICE });
    removed += slice;
    // The oldest come first: a slice that kept most of what it looked at has met those that stay.
    if (slice < SLICE / 2) return removed;
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
