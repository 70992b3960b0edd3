const RFC3339 =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(?:([Zz])|([+-])(\d{2}):(\d{2}))$/;

/**
 * Parses an RFC 3339 timestamp with zone to nanoseconds since 1970 (UTC).
 * Up to nine fraction digits; second 60 is accepted and counts as the next minute.
 * @returns null when the text is not such a timestamp or names no real day or time.
 */
export function nanoseconds(text: string): bigint | null {
  const m = RFC3339.exec(text);
  if (!m) return null;
  const [year, month, day, hour, minute, second] = m.slice(1, 7).map(Number) as Six;
  if (hour > 23 || minute > 59 || second > 60) return null;
  const midnight = new Date(0);
  midnight.setUTCFullYear(year, month - 1, day);
  if (midnight.getUTCMonth() !== month - 1 || midnight.getUTCDate() !== day) return null;
  const [offsetHour, offsetMinute] = [Number(m[10] ?? 0), Number(m[11] ?? 0)];
  if (offsetHour > 23 || offsetMinute > 59) return null;
  const offset = (m[9] === '-' ? -1 : 1) * (offsetHour * 60 + offsetMinute);
  const seconds = midnight.getTime() / 1000 + hour * 3600 + (minute - offset) * 60 + second;
  return BigInt(seconds) * 1_000_000_000n + BigInt((m[7] ?? '').padEnd(9, '0') || '0');
}
type Six = [number, number, number, number, number, number];

/** Milliseconds as the house writes them: RFC 3339, UTC, three fraction digits. */
export const isoTime = (ms: number): string => new Date(ms).toISOString();
