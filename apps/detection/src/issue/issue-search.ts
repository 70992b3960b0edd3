import { type RawQuery, textOf } from '@parapet/chassis';
import { Problem } from '@parapet/contracts';
import type { IssueDocument } from './issue.collection';

export const LONGEST_SEARCH = 128;

/** The text that issues are searched for, in small letters and without spaces around it. @throws Problem for one that cannot be */
export function searchOf(query: RawQuery): string | undefined {
  const search = textOf(query, 'search', LONGEST_SEARCH)?.trim().toLowerCase();
  if (search === '') throw new Problem('bad_request', 'search must have more than spaces');
  return search;
}

/** Whether an issue has a text in what a list shows of it. @param search in small letters */
export const says = (
  { title, details, micro_context: { cluster, node } }: IssueDocument,
  search: string,
): boolean =>
  [title, ...Object.values(details), cluster, node].some(
    (text) => typeof text === 'string' && text.toLowerCase().includes(search),
  );
