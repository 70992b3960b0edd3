/** The word that the address says, when it is one of those that are known. */
export const oneOf = <T extends string>(words: readonly T[], value: unknown): T | undefined =>
  words.find((word) => word === value);

/** What the address says as text, also where it looks like a number. */
export const text = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) || undefined : undefined;

/** A time that the address says: ISO. Browsers know years of six digits, the API none of more than four. */
export const time = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined;

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
