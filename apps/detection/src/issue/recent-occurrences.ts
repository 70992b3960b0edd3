import type { IssueOccurrence } from '@parapet/contracts';
import { occurrenceId } from './count-occurrences';

/** The list of issues is some dozens of milliseconds behind, under load seconds: no more are said in that time. */
const ENOUGH = 10_000;

/**
 * When the observations that this process said to be issues last were first received: the list shows them a moment later. So many are
 * remembered at least, and at most twice as many.
 */
export class RecentOccurrences {
  private newest = new Map<string, string>();
  private before: ReadonlyMap<string, string> = new Map();

  /** Time at which the observation of this occurrence was first received; undefined when it is none of them. */
  get(id: string): string | undefined {
    return this.newest.get(id) ?? this.before.get(id);
  }

  add(said: readonly { readonly data: IssueOccurrence }[]): void {
    for (const { data } of said)
      for (const { id, received_at } of data.observations)
        this.newest.set(occurrenceId(data.issue_id, id), received_at);
    if (this.newest.size < ENOUGH) return;
    this.before = this.newest;
    this.newest = new Map();
  }
}
