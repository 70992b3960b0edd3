/** The longest that Node can wait, in milliseconds: about 25 days. A timer of more fires at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

const RFC3339 =
  /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;

/** What was asked last is asked again, as a rule: a fleet sends of one day, and many of its observations come in one millisecond. */
function rememberLast<K, V>(make: (key: K) => V): (key: K) => V {
  let last: { readonly key: K; readonly value: V } | undefined;
  return (key) => {
    if (last?.key !== key) last = { key, value: make(key) };
    return last.value;
  };
}

/** Days since 1970 of a date (`2026-01-31`) in seconds; null when there is no such day. */
const daySeconds = rememberLast((date: string): number | null => {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  const midnight = new Date(0);
  midnight.setUTCFullYear(year, month - 1, day);
  const real = midnight.getUTCMonth() === month - 1 && midnight.getUTCDate() === day;
  return real ? midnight.getTime() / 1000 : null;
});

/** Seconds since midnight; null when there is no such time. */
function timeSeconds(hour: number, minute: number, second: number): number | null {
  return hour > 23 || minute > 59 || second > 60 ? null : hour * 3600 + minute * 60 + second;
}

/** Seconds that the zone is ahead of UTC; null when there is no such zone. */
function zoneSeconds(sign: string | undefined, hour: number, minute: number): number | null {
  if (sign === undefined) return 0;
  const ahead = timeSeconds(hour, minute, 0);
  return ahead === null || sign === '+' ? ahead : -ahead;
}

/**
 * Parses an RFC 3339 timestamp with zone to nanoseconds since 1970 (UTC).
 * Up to nine fraction digits; second 60 is accepted and counts as the next minute.
 * @returns null when the text is not such a timestamp or names no real day or time.
 */
export function nanoseconds(text: string): bigint | null {
  const parts = RFC3339.exec(text);
  if (!parts) return null;
  const [, date = '', hour, minute, second, fraction = '', sign, zoneHour, zoneMinute] = parts;
  const day = daySeconds(date);
  const time = timeSeconds(Number(hour), Number(minute), Number(second));
  const zone = zoneSeconds(sign, Number(zoneHour), Number(zoneMinute));
  if (day === null || time === null || zone === null) return null;
  return BigInt(day + time - zone) * 1_000_000_000n + BigInt(fraction.padEnd(9, '0'));
}

/** Nanoseconds since 1970 as a text that sorts like the number: 20 decimal digits. */
export const sortableTime = (ns: bigint): string => String(ns).padStart(20, '0');

/** Milliseconds as the house writes them: RFC 3339, UTC, three fraction digits. */
export const isoTime = rememberLast((ms: number): string => new Date(ms).toISOString());
