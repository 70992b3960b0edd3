import type { IssueOccurrence } from '@parapet/contracts';
import { occurrenceId } from './count-occurrences';

/** The list of issues is some dozens of milliseconds behind, under load seconds: no more are said in that time. */
const MOST = 20_000;

/** When the observations that this process said to be issues last were first received: the list shows them a moment later. */
export class RecentOccurrences {
  private readonly received = new Map<string, string>();

  /** Time at which the observation of this occurrence was first received; undefined when it is none of them. */
  get(id: string): string | undefined {
    return this.received.get(id);
  }

  /** The oldest are forgotten for what is added. */
  add(said: readonly { readonly data: IssueOccurrence }[]): void {
    for (const { data } of said)
      for (const { id, received_at } of data.observations)
        this.received.set(occurrenceId(data.issue_id, id), received_at);
    for (const oldest of this.received.keys()) {
      if (this.received.size <= MOST) return;
      this.received.delete(oldest);
    }
  }
}
