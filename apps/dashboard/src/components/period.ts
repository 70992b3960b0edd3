import { isoOf } from './iso-of';

const HOUR_MS = 3_600_000;

/** How far back somebody looks, in milliseconds. */
export const PERIODS = [
  { label: 'Last hour', ms: HOUR_MS },
  { label: 'Last 24 hours', ms: 24 * HOUR_MS },
  { label: 'Last 7 days', ms: 7 * 24 * HOUR_MS },
  { label: 'Last 30 days', ms: 30 * 24 * HOUR_MS },
] as const;

/** The last so many milliseconds, from a whole minute on. @param now milliseconds since 1970 */
export const lastMs = (ms: number, now: number): { readonly since: string } => ({
  since: new Date(Math.floor((now - ms) / 60_000) * 60_000).toISOString(),
});

const MINUTES_LENGTH = 'YYYY-MM-DDTHH:MM'.length;

/** A time as a field for local times takes it; empty where there is none. */
export function toField(time: string | undefined): string {
  if (time === undefined) return '';
  const at = new Date(Date.parse(time) + 1);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
    .toISOString()
    .slice(0, MINUTES_LENGTH);
}

/** The last moment that can be written into a field for local times: the API knows no year of five digits. */
export const LAST_MOMENT = '9999-12-31T23:59';

/** What stands in a field for local times, as the API takes it; undefined where no time does. */
export function fromField(value: string): string | undefined {
  const at = new Date(value);
  return Number.isNaN(at.getTime()) ? undefined : isoOf(at);
}

/** A time in an address, for people: what is a nanosecond before a minute is that minute. */
export const timeText = (time: string): string =>
  new Date(Date.parse(time) + 1).toLocaleString(undefined, {
    dateStyle: 'medium',
    timeStyle: 'short',
  });

/** Which period a histogram covers, in words: where no beginning is chosen it is no longer than usual, and a list may go back further. */
export function countedWhen(
  { since, until }: { readonly since?: string; readonly until?: string },
  usual: 'hour' | '7 days',
): string {
  if (since) return 'since then';
  return until ? `in the ${usual} before then` : `in the last ${usual}`;
}
