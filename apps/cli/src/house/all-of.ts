import type { HouseClient } from './house-client';
import { type Filters, pagesOf } from './pages-of';

/**
 * Everything in a list of the API, newest first, page by page.
 * @throws HouseProblem, HouseAway
 */
export async function allOf<T>(
  house: HouseClient,
  path: string,
  filters: Filters = {},
): Promise<T[]> {
  const all: T[] = [];
  for await (const page of pagesOf<T>(house, path, filters)) all.push(...page);
  return all;
}
