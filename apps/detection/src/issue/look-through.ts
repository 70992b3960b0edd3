import { listChunks } from '@parapet/chassis';
import type { ReadModel } from '@parapet/readmodel';
import { type IssueRange, rangeQuery } from './issue-query';
import type { IssueDocument } from './issue.collection';

/** What one request may look at. */
interface Bounds {
  readonly issues: number;
  readonly ms: number;
}

/** As a rule a fraction of a second; the time counts where the read model is slow. */
const BOUNDS: Bounds = { issues: 20_000, ms: 5_000 };

/** How many issues were looked at. */
export interface Examined {
  readonly examined: number;
  /** There are older ones that nobody looked at. */
  readonly truncated: boolean;
}

/**
 * Looks at the newest issues of a range, newest first, in chunks: others have their turn between them.
 * @throws Unavailable when the issues were exchanged meanwhile
 */
export async function lookThrough(
  store: ReadModel,
  range: IssueRange,
  look: (issue: IssueDocument) => void,
  bounds = BOUNDS,
): Promise<Examined> {
  const end = performance.now() + bounds.ms;
  let examined = 0;
  for await (const chunk of listChunks(store, rangeQuery(range))) {
    const late = examined > 0 && performance.now() >= end;
    const room = late ? 0 : bounds.issues - examined;
    const looked = chunk.slice(0, room);
    for (const issue of looked) look(issue);
    examined += looked.length;
    if (chunk.length > looked.length) return { examined, truncated: true };
  }
  return { examined, truncated: false };
}
