const UNITS = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

const words = new Intl.RelativeTimeFormat('en', { numeric: 'always', style: 'short' });

/** Milliseconds since 1970 of a time as the API writes it. Second 60, which browsers do not know, counts as the next minute. */
export function millisecondsOf(time: string): number {
  const leap = /:60(?=[.Zz+-])/;
  return leap.test(time) ? Date.parse(time.replace(leap, ':59')) + 1_000 : Date.parse(time);
}

/** A time seen from another, such as `3 min. ago`; less than a minute is `now`. Both in milliseconds since 1970. */
export function ago(at: number, now: number): string {
  const past = at - now;
  for (const [unit, ms] of UNITS)
    if (Math.abs(past) >= ms) return words.format(Math.trunc(past / ms), unit);
  return 'now';
}

/** A moment in full, with its zone, as the browser's language writes it: `24 Nov 2026, 00:12:58 UTC`. Milliseconds since 1970. */
export const exactly = (at: number, locale?: string): string =>
  new Date(at).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'long' });
