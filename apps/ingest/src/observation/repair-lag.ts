import type { ObservationRecorded, Recorded } from '@parapet/contracts';

/** How old a record is before the repairer looks at it: whoever appended it normally writes its document in milliseconds. */
export const REPAIR_LAG_MS = 2_000;

/**
 * How many records of a batch are old enough, and after how many milliseconds all of them will be: each batch comes at most
 * twice, however fast records arrive. A record from a clock that is far ahead is not waited for.
 */
export function ripe(
  records: readonly Recorded<ObservationRecorded>[],
  now: number,
): { readonly count: number; readonly afterMs: number } {
  const ageOf = (r: Recorded<ObservationRecorded>): number =>
    now - Date.parse(r.event.data.received_at);
  const young = records.findIndex((r) => Math.abs(ageOf(r)) < REPAIR_LAG_MS);
  const last = records.at(-1);
  if (young < 0 || !last) return { count: records.length, afterMs: 0 };
  const afterMs = Math.max(0, Math.min(REPAIR_LAG_MS, REPAIR_LAG_MS - ageOf(last)));
  return { count: young, afterMs };
}
