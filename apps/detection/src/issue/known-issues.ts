import { Injectable } from '@nestjs/common';
import { Settings } from '@parapet/chassis';
import type { IssueOccurrence } from '@parapet/contracts';
import { type Collection, ReadModel } from '@parapet/readmodel';
import { occurrenceId } from './count-occurrences';
import type { Belief, Judged } from './detect-issues';
import { IssueLog } from './issue-log';
import { ISSUES, type OccurrenceDocument, occurrences } from './issue.collection';
import { RecentOccurrences } from './recent-occurrences';

/** What is known of the issues that observations are. */
@Injectable()
export class KnownIssues {
  private readonly occurrences: Collection<OccurrenceDocument>;
  private readonly recent = new RecentOccurrences();
  private readonly begun = new WeakMap<AbortSignal, Promise<void>>();

  constructor(
    private readonly store: ReadModel,
    private readonly log: IssueLog,
    settings: Settings,
  ) {
    this.occurrences = occurrences(settings.observationRetentionMs);
  }

  /**
   * Looks up which there are, and which observations they counted, whatever their status is said to be: one that is resolved at this
   * moment is not to be opened by what was counted before.
   * @param signal of whoever holds the partition, from when it was given it on
   * @throws Unavailable
   */
  async of(
    judged: readonly Judged[],
    signal: AbortSignal,
  ): Promise<Pick<Belief, 'known' | 'firstReceived'>> {
    await this.begin(signal);
    const issues = new Set(judged.map(({ finding }) => finding.issue_id));
    const counted = new Set(judged.map(occurrenceOf));
    const [known, listed] = await Promise.all([
      this.store.getMany(ISSUES, [...issues], []),
      this.store.getMany(this.occurrences, [...counted], ['received_at']),
    ]);
    return {
      known,
      firstReceived: (issue, seen) => {
        const id = occurrenceId(issue, seen);
        return this.recent.get(id) ?? listed.get(id)?.received_at;
      },
    };
  }

  /** What was said by whoever held the partition before is known from the list alone: it is given the time to show that. */
  private async begin(signal: AbortSignal): Promise<void> {
    const shown = this.begun.get(signal) ?? this.log.shown();
    this.begun.set(signal, shown);
    await shown.catch((error: unknown) => {
      this.begun.delete(signal);
      throw error;
    });
  }

  /** Remembers what was just said of issues, until the list shows it. */
  said(events: readonly { readonly data: IssueOccurrence }[]): void {
    this.recent.add(events);
  }
}

const occurrenceOf = ({ finding, record }: Judged): string =>
  occurrenceId(finding.issue_id, record.event.data.observation_id);
