import { isoOf } from '../../components/iso-of';

const DAY_MS = 86_400_000;

/** How long a token may be good for; `own`: as long as the one that makes it, `date`: until the end of a day that is chosen. */
export const LIFETIMES = [
  { value: 'own', label: 'As long as your own token' },
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

/** Of whom it depends how long a token may be good for. */
interface Maker {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** When their own token expires, RFC 3339 in UTC; null for never. */
  readonly last: string | null;
}

/** What is offered to somebody: no token outlives the one that makes it. */
export const lifetimesFor = (maker: Maker): (typeof LIFETIMES)[number][] =>
  LIFETIMES.filter(({ value }) => isFor(maker, value));

function isFor(maker: Maker, lifetime: Lifetime): boolean {
  if (lifetime === 'own') return maker.last !== null;
  if (lifetime === 'date' || maker.last === null) return true;
  const end = expiryOf(lifetime, '', maker) ?? null;
  return end !== null && end <= maker.last;
}

/**
 * When a token expires, RFC 3339; null for never.
 * @param day `YYYY-MM-DD`, of where somebody is; only looked at for `date`
 * @returns undefined when the day is none
 */
export function expiryOf(
  lifetime: Lifetime,
  day: string,
  { now, last }: Maker,
): string | null | undefined {
  if (lifetime === 'never') return null;
  if (lifetime === 'own') return last;
  if (lifetime !== 'date') return new Date(now + Number(lifetime) * DAY_MS).toISOString();
  const end = new Date(`${day}T23:59:59.999`);
  return Number.isNaN(end.getTime()) ? undefined : isoOf(end);
}

const SOON_MS = 7 * DAY_MS;

/** How a token stands to its end: `soon` is within a week. Both in milliseconds since 1970. */
export function nearing(expires: number, now: number): 'expired' | 'soon' | 'later' {
  if (expires <= now) return 'expired';
  return expires - now < SOON_MS ? 'soon' : 'later';
}
