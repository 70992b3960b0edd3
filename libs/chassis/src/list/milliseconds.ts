import { isoTime } from '@parapet/contracts';

/** The last millisecond that has four digits in its year: later ones would not sort. */
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * The millisecond of a time, as the house writes times: what was made at whole milliseconds after the time was made after this one.
 * @param ns nanoseconds since 1970; before that the text that is below all times
 */
export const lastMillisecondOf = (ns: bigint): string =>
  ns < 0n ? '' : isoTime(Math.min(Number(ns / 1_000_000n), LAST));

/** The millisecond after that of a time; undefined when none can follow. @param ns nanoseconds since 1970 */
export function firstMillisecondAfter(ns: bigint): string | undefined {
  if (ns < 0n) return '';
  const ms = Number(ns / 1_000_000n);
  return ms < LAST ? isoTime(ms + 1) : undefined;
}

/** As edges of buckets: above all times, as the house writes them. */
const BEYOND = '~';

/**
 * The first millisecond that is not before a time: what was made at whole milliseconds is before the one when it is before the
 * other. Always text, for bounds of a tally. @param ns nanoseconds since 1970; left out: above all times
 */
export function millisecondFrom(ns?: bigint): string {
  if (ns === undefined) return BEYOND;
  return ns <= 0n ? '' : (firstMillisecondAfter(ns - 1n) ?? BEYOND);
}
