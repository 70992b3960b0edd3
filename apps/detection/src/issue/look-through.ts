import { listChunks } from '@parapet/chassis';
import type { ReadModel } from '@parapet/readmodel';
import { type IssueDocument, ISSUES } from './issue.collection';

/** Issues that one request looks through, at most: as many as take a fraction of a second. */
export const MOST_EXAMINED = 20_000;

/** How many issues were looked at. */
export interface Examined {
  readonly examined: number;
  /** There are older ones that nobody looked at. */
  readonly truncated: boolean;
}

/**
 * Looks at the newest issues, newest first, in chunks: others have their turn between them.
 * @param equal a filter that an index serves
 * @param most for tests
 * @throws Unavailable when the issues were exchanged meanwhile
 */
export async function lookThrough(
  store: ReadModel,
  equal: Partial<Pick<IssueDocument, 'status'>>,
  look: (issue: IssueDocument) => void,
  most = MOST_EXAMINED,
): Promise<Examined> {
  let examined = 0;
  const all = listChunks(store, { collection: ISSUES, equal, sort: 'created_at' });
  for await (const chunk of all) {
    for (const issue of chunk.slice(0, most - examined)) look(issue);
    examined += chunk.length;
    if (examined > most) return { examined: most, truncated: true };
  }
  return { examined, truncated: false };
}
