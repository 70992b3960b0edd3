import { nanoseconds, Problem } from '@parapet/contracts';
import type { RedeliverFailedBody } from './redeliver.http';

/** Which deliveries are asked for again: made after `since`, up to and with `until`, in nanoseconds since 1970. */
export interface FailedRange {
  readonly since: bigint;
  /** Null: up to now. */
  readonly until: bigint | null;
}

/** @throws Problem when one is no time. */
export const failedRange = ({ since, until }: RedeliverFailedBody): FailedRange => ({
  since: timeOf('since', since),
  until: until == null ? null : timeOf('until', until),
});

function timeOf(name: string, text: string): bigint {
  const ns = nanoseconds(text);
  if (ns !== null) return ns;
  throw new Problem(
    'bad_request',
    `${name} must be an RFC 3339 timestamp with zone, such as 2026-01-31T12:00:00Z`,
  );
}
