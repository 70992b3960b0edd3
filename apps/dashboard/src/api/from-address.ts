import { isoOf } from '../components/iso-of';

/** The word that the address says, when it is one of those that are known. */
export const oneOf = <T extends string>(words: readonly T[], value: unknown): T | undefined =>
  words.find((word) => word === value);

/**
 * A value of an address as it was written: what looks like JSON is none, but for texts in quotes, by which the router keeps them
 * from looking like something else.
 */
export const asWritten = (value: string): unknown =>
  value.startsWith('"') ? JSON.parse(value) : value;

/** What the address says as text: the router makes numbers, yes and no of what looks like them. */
export const text = (value: unknown): string | undefined =>
  ['string', 'number', 'boolean'].includes(typeof value) ? String(value) || undefined : undefined;

/** As the API reads times, so also to the nanosecond. */
const OF_THE_API =
  /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/i;

/** Whether the API reads a time that the browser reads: that takes the 31st of any month for a day. */
function isOfTheApi(value: string): boolean {
  const [, day] = OF_THE_API.exec(value) ?? [];
  return day !== undefined && new Date(day).toISOString().startsWith(day);
}

/**
 * A time that the address says: ISO. One that somebody wrote in another way is written as the API reads it. Browsers know years of
 * six digits, the API none of more than four.
 */
export function time(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-/.test(value)) return undefined;
  if (Number.isNaN(Date.parse(value))) return undefined;
  if (isOfTheApi(value)) return value;
  const iso = isoOf(new Date(value));
  return /^\d/.test(iso) ? iso : undefined;
}

/**
 * What a page reads of an address, and nothing else: the router hands on what else the address says, and so also what was left out
 * because it cannot be.
 */
export const only =
  <T extends object>(read: (search: Record<string, unknown>) => T) =>
  (search: Record<string, unknown>): T => ({
    ...Object.fromEntries(Object.keys(search).map((key) => [key, undefined])),
    ...read(search),
  });

/** Whether the address says anything of what is shown: else all is. */
export const isFiltered = (search: object): boolean =>
  Object.values(search).some((value) => value !== undefined);
