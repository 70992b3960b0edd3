const DAY_MS = 86_400_000;

/** How long a token may be good for; `date`: until the end of a day that is chosen. */
export const LIFETIMES = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: 'date', label: 'Until a day that you choose' },
  { value: 'never', label: 'For ever' },
] as const;
export type Lifetime = (typeof LIFETIMES)[number]['value'];

export const isLifetime = (value: string): value is Lifetime =>
  LIFETIMES.some((lifetime) => lifetime.value === value);

/**
 * When a token expires, RFC 3339; null for never.
 * @param day `YYYY-MM-DD`, of where somebody is; only looked at for `date`
 * @param now milliseconds since 1970
 * @returns undefined when the day is none
 */
export function expiryOf(lifetime: Lifetime, day: string, now: number): string | null | undefined {
  if (lifetime === 'never') return null;
  if (lifetime !== 'date') return new Date(now + Number(lifetime) * DAY_MS).toISOString();
  const end = new Date(`${day}T23:59:59.999`);
  return Number.isNaN(end.getTime()) ? undefined : end.toISOString();
}

const SOON_MS = 7 * DAY_MS;

/** How a token stands to its end: `soon` is within a week. Both in milliseconds since 1970. */
export function nearing(expires: number, now: number): 'expired' | 'soon' | 'later' {
  if (expires <= now) return 'expired';
  return expires - now < SOON_MS ? 'soon' : 'later';
}
