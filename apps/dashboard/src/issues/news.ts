import type { InfiniteData } from '@tanstack/react-query';
import type { IssuePage, IssueView, StreamedIssueView } from '../api/generated/types.gen';

type Pages = InfiniteData<IssuePage, unknown>;

/**
 * A list that was read, with what the stream told since: what changed is changed in its place or taken out, what is new stands
 * where the list has it, newest first. What would come after the last page that was read comes with its own page.
 *
 * @param news the newest state of each issue
 * @param wanted whether the list has it
 */
export function withNews(
  list: Pages,
  news: readonly StreamedIssueView[],
  wanted: (issue: StreamedIssueView) => boolean,
): Pages {
  const told = new Map(news.map((issue) => [issue.id, issue]));
  const known = new Set<string>();
  const kept = list.pages.map((page) => {
    const data = page.data.flatMap((issue) => {
      known.add(issue.id);
      const now = told.get(issue.id);
      return now === undefined ? [issue] : wanted(now) ? [now] : [];
    });
    return { ...page, data };
  });
  const fresh = [...told.values()].filter((issue) => !known.has(issue.id) && wanted(issue));
  return { ...list, pages: fresh.reduce(withOneMore, kept) };
}

function withOneMore(pages: readonly IssuePage[], issue: IssueView): IssuePage[] {
  const home = pages.findIndex(({ data }) => data.some((other) => isNewer(issue, other)));
  const last = pages.length - 1;
  if (home < 0 && pages[last]?.pagination.has_more !== false) return [...pages];
  return pages.map((page, i) => (i === (home < 0 ? last : home) ? placed(page, issue) : page));
}

function placed(page: IssuePage, issue: IssueView): IssuePage {
  const before = page.data.filter((other) => !isNewer(issue, other));
  return { ...page, data: [...before, issue, ...page.data.slice(before.length)] };
}

/** The order of the API's lists: by time, and at one time by id, both descending. */
const isNewer = (one: IssueView, other: IssueView): boolean =>
  one.created_at === other.created_at ? one.id > other.id : one.created_at > other.created_at;
