const RFC3339 =
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})[Tt](?<hour>\d{2}):(?<minute>\d{2}):(?<second>\d{2})(?:\.(?<fraction>\d{1,9}))?(?:[Zz]|(?<sign>[+-])(?<zoneHour>\d{2}):(?<zoneMinute>\d{2}))$/;

type Parts = Readonly<Record<string, string | undefined>>;

/** Days since 1970 in seconds; null when there is no such day. */
function daySeconds(year: number, month: number, day: number): number | null {
  const midnight = new Date(0);
  midnight.setUTCFullYear(year, month - 1, day);
  const real = midnight.getUTCMonth() === month - 1 && midnight.getUTCDate() === day;
  return real ? midnight.getTime() / 1000 : null;
}

/** Seconds since midnight; null when there is no such time. */
function timeSeconds(hour: number, minute: number, second: number): number | null {
  return hour > 23 || minute > 59 || second > 60 ? null : hour * 3600 + minute * 60 + second;
}

/** Seconds that the zone is ahead of UTC; null when there is no such zone. */
function zoneSeconds({ sign, zoneHour, zoneMinute }: Parts): number | null {
  if (sign === undefined) return 0;
  const ahead = timeSeconds(Number(zoneHour), Number(zoneMinute), 0);
  return ahead === null || sign === '+' ? ahead : -ahead;
}

/**
 * Parses an RFC 3339 timestamp with zone to nanoseconds since 1970 (UTC).
 * Up to nine fraction digits; second 60 is accepted and counts as the next minute.
 * @returns null when the text is not such a timestamp or names no real day or time.
 */
export function nanoseconds(text: string): bigint | null {
  const parts: Parts | undefined = RFC3339.exec(text)?.groups;
  if (!parts) return null;
  const number = (name: string): number => Number(parts[name]);
  const day = daySeconds(number('year'), number('month'), number('day'));
  const time = timeSeconds(number('hour'), number('minute'), number('second'));
  const zone = zoneSeconds(parts);
  if (day === null || time === null || zone === null) return null;
  const fraction = (parts['fraction'] ?? '').padEnd(9, '0');
  return BigInt(day + time - zone) * 1_000_000_000n + BigInt(fraction);
}

/** Milliseconds as the house writes them: RFC 3339, UTC, three fraction digits. */
export const isoTime = (ms: number): string => new Date(ms).toISOString();
