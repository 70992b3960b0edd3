import type { InfiniteData } from '@tanstack/react-query';
import type { Pagination } from '../api/generated/types.gen';

/** What lists of the API have: newest first. */
export interface Listed {
  readonly id: string;
  /** ISO. */
  readonly created_at: string;
}

interface ListedPage<T> {
  data: T[];
  pagination: Pagination;
}
export type ListedPages<T> = InfiniteData<ListedPage<T>>;

/** More than anybody reads: what is told to a page that is left open for days would else be kept for days. */
const MOST = 2_000;

/** Whether so much was told since a list was read that it is better read again. */
export const isOvergrown = <T>({ pages: [first] }: ListedPages<T>): boolean =>
  first !== undefined && first.data.length > MOST;

/** The newest state of each thing that was told, by its id; null when it is no more. */
export type News<T> = ReadonlyMap<string, T | null>;

/**
 * A list that was read, with what the stream told since: what changed is changed in its place or taken out, what is new stands
 * where the list has it, newest first. What would come after the last page that was read comes with its own page; while a search has
 * found nothing yet, nobody knows what that is, but what was made meanwhile is not.
 *
 * @param wanted whether the list has it
 * @param made which of it was made since the list was read, by id
 */
export function withNews<T extends Listed>(
  list: ListedPages<T>,
  news: News<T>,
  wanted: (item: T) => boolean,
  made: ReadonlySet<string>,
): ListedPages<T> {
  const known = new Set<string>();
  const kept = list.pages.map((page) => {
    const data = page.data.flatMap((item) => {
      known.add(item.id);
      const now = news.get(item.id);
      return now === undefined ? [item] : now !== null && wanted(now) ? [now] : [];
    });
    return { ...page, data };
  });
  const fresh = [...news.values()].filter((item) => item !== null);
  const missing = fresh.filter((item) => !known.has(item.id) && wanted(item));
  // The oldest first: where nothing else is, those that are newer stand above it.
  missing.sort((one, other) => (isNewer(one, other) ? 1 : -1));
  const add = (pages: ListedPage<T>[], item: T): ListedPage<T>[] => {
    const home = homeOf(pages, item, made.has(item.id));
    return pages.map((page, i) => (i === home ? placed(page, item) : page));
  };
  return { ...list, pages: missing.reduce(add, kept) };
}

/** Which page has it, or -1 for none. */
function homeOf<T extends Listed>(pages: ListedPage<T>[], item: T, isMade: boolean): number {
  const home = pages.findIndex(({ data }) => data.some((other) => isNewer(item, other)));
  if (home >= 0) return home;
  if (isMade && pages.every(({ data }) => data.length === 0)) return 0;
  return pages.at(-1)?.pagination.has_more === false ? pages.length - 1 : -1;
}

function placed<T extends Listed>(page: ListedPage<T>, item: T): ListedPage<T> {
  const before = page.data.filter((other) => !isNewer(item, other));
  return { ...page, data: [...before, item, ...page.data.slice(before.length)] };
}

/** The order of the API's lists: by time, and at one time by id, both descending. */
const isNewer = (one: Listed, other: Listed): boolean =>
  one.created_at === other.created_at ? one.id > other.id : one.created_at > other.created_at;
