import type { HouseClient } from './house-client';

/** Query parameters; those that are undefined are left out. */
export type Filters = Readonly<Record<string, string | undefined>>;

/** The most that the API lists at once. */
export const LONGEST_PAGE = 1000;

interface Page<T> {
  readonly data: readonly T[];
  readonly pagination: { readonly has_more: boolean; readonly next_cursor: string | null };
}

/**
 * A list of the API, newest first: pages are asked for as they are taken.
 * @param limit how much is on one of them, at most
 * @throws HouseProblem, HouseAway
 */
export async function* pagesOf<T>(
  house: HouseClient,
  path: string,
  filters: Filters,
  limit = LONGEST_PAGE,
): AsyncGenerator<readonly T[], void> {
  const query = new URLSearchParams({ limit: String(limit) });
  for (const [name, value] of Object.entries(filters))
    if (value !== undefined) query.set(name, value);
  const known = { list: 'data', holds: 'pagination' } as const;
  for (;;) {
    const { data, pagination } = await house.read<Page<T>>(`${path}?${query}`, known);
    yield data;
    if (!pagination.has_more || pagination.next_cursor === null) return;
    query.set('cursor', pagination.next_cursor);
  }
}
