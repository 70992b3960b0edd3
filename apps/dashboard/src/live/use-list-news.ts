import { useThrottledCallback } from '@mantine/hooks';
import type { QueryKey } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { queries } from '../api/queries';
import { isOvergrown, type Listed, type ListedPages, withNews } from './with-news';

const MERGE_EVERY_MS = 100;
/** Also where it cannot be read. */
const READ_AGAIN_EVERY_MS = 5_000;

interface Hearing<T> {
  /** Something is new, or changed. */
  hear(item: T): void;
  /** Something was made. */
  hearMade(item: T): void;
  /** Something is no more. */
  forget(id: string): void;
  /** What was missed cannot be told: what is shown is read again, from its first page. */
  readAgain(): void;
}

/**
 * Merges what the stream tells into a list that is read page by page. While it is being read news wait: the answer may be older
 * than they are.
 *
 * @param wanted whether the list has it
 */
export function useListNews<T extends Listed>(
  queryKey: QueryKey,
  isFetching: boolean,
  wanted: (item: T) => boolean,
): Hearing<T> {
  const heard = useRef(new Map<string, T | null>());
  const heardMade = useRef(new Set<string>());
  const forgetHeard = (): void => {
    heard.current.clear();
    heardMade.current.clear();
  };
  const readAgain = (): void => {
    forgetHeard();
    queries.setQueryData<ListedPages<T>>(queryKey, (list) => list && firstPageOf(list));
    void queries.invalidateQueries({ queryKey, exact: true });
  };
  const cutBack = useThrottledCallback(readAgain, READ_AGAIN_EVERY_MS);
  const merge = useThrottledCallback(() => {
    if (heard.current.size === 0 || queries.isFetching({ queryKey, exact: true }) > 0) return;
    const [news, made] = [new Map(heard.current), new Set(heardMade.current)];
    forgetHeard();
    const list = queries.getQueryCache().find<ListedPages<T>>({ queryKey, exact: true });
    if (!list?.state.data) return;
    const data = withNews(list.state.data, news, wanted, made);
    // Not as if it were read: that it, or its next page, could not be is still said, and what was missed asked for.
    list.setState({ data });
    if (isOvergrown(data)) cutBack();
  }, MERGE_EVERY_MS);
  useEffect(() => {
    if (!isFetching) merge();
  }, [isFetching, merge]);
  const tell = (id: string, item: T | null): void => {
    heard.current.set(id, item);
    merge();
  };
  return {
    hear: (item) => tell(item.id, item),
    hearMade: (item) => {
      heardMade.current.add(item.id);
      tell(item.id, item);
    },
    forget: (id) => tell(id, null),
    readAgain,
  };
}

/** The rest is read again when it comes into view. */
const firstPageOf = <T>({ pages, pageParams }: ListedPages<T>): ListedPages<T> => ({
  pages: pages.slice(0, 1),
  pageParams: pageParams.slice(0, 1),
});
