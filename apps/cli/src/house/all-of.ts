import type { HouseClient } from './house-client';

interface Page<T> {
  readonly data: readonly T[];
  readonly pagination: { readonly has_more: boolean; readonly next_cursor: string | null };
}

const LIMIT = 1000;

/**
 * Everything in a list of the API, newest first, page by page.
 * @param filters query parameters; those that are undefined are left out
 * @throws HouseProblem, HouseAway
 */
export async function allOf<T>(
  house: HouseClient,
  path: string,
  filters: Readonly<Record<string, string | undefined>> = {},
): Promise<T[]> {
  const query = new URLSearchParams({ limit: String(LIMIT) });
  for (const [name, value] of Object.entries(filters))
    if (value !== undefined) query.set(name, value);
  const all: T[] = [];
  for (;;) {
    const { data, pagination } = await house.read<Page<T>>(`${path}?${query}`, { list: 'data' });
    all.push(...data);
    if (!pagination.has_more || pagination.next_cursor === null) return all;
    query.set('cursor', pagination.next_cursor);
  }
}
