const UNITS = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

const words = new Intl.RelativeTimeFormat('en', { numeric: 'always', style: 'short' });

/** A time seen from another, such as `3 min. ago`; less than a minute is `now`. Both in milliseconds since 1970. */
export function ago(at: number, now: number): string {
  const past = at - now;
  for (const [unit, ms] of UNITS)
    if (Math.abs(past) >= ms) return words.format(Math.trunc(past / ms), unit);
  return 'now';
}
