import type { DeliveryEvent, Recorded } from '@parapet/contracts';
import { ATTEMPTS_KEPT } from './kept-attempts';

/** Attempts that the rows of one part may have: each comes with what was answered to it. */
const MOST_ATTEMPTS = 640;

/** A batch in parts of which the rows fit in the memory: as a rule, where most attempts are the first, one. */
export function* inParts(
  records: readonly Recorded<DeliveryEvent>[],
): Iterable<readonly Recorded<DeliveryEvent>[]> {
  let from = 0;
  let attempts = 0;
  for (const [nth, { event }] of records.entries()) {
    attempts += attemptsOf(event);
    if (attempts < MOST_ATTEMPTS) continue;
    yield records.slice(from, nth + 1);
    [from, attempts] = [nth + 1, 0];
  }
  if (from < records.length) yield records.slice(from);
}

/** How many a row may have after this fact, as far as that says it. */
function attemptsOf({ type, data }: DeliveryEvent): number {
  if (type === 'DeliveryPlanned') return 0;
  const number = 'attempt' in data ? data.attempt?.number : undefined;
  return Math.min(number ?? ATTEMPTS_KEPT, ATTEMPTS_KEPT);
}
