import type { IssueEventPage, IssueEventView } from '../api/generated/types.gen';

/**
 * What is shown of an issue's observations: the copies that are kept with it, newest first, and behind them what the pages of
 * all its observations have besides, each once.
 */
export function shownObservations(
  evidence: readonly IssueEventView[],
  pages: readonly Pick<IssueEventPage, 'data'>[],
): IssueEventView[] {
  const all = [...evidence, ...pages.flatMap(({ data }) => data)];
  return [...new Map(all.toReversed().map((event) => [event.id, event])).values()].toReversed();
}
