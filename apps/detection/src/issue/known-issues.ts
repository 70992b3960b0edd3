import { Injectable } from '@nestjs/common';
import { Settings } from '@parapet/chassis';
import type { IssueOccurrence } from '@parapet/contracts';
import { type Collection, ReadModel } from '@parapet/readmodel';
import { occurrenceId } from './count-occurrences';
import type { Belief, Judged } from './detect-issues';
import { ISSUES, type OccurrenceDocument, occurrences } from './issue.collection';
import { RecentOccurrences } from './recent-occurrences';

/** What is known of the issues that observations are. */
@Injectable()
export class KnownIssues {
  private readonly occurrences: Collection<OccurrenceDocument>;
  private readonly recent = new RecentOccurrences();

  constructor(
    private readonly store: ReadModel,
    settings: Settings,
  ) {
    this.occurrences = occurrences(settings.observationRetentionMs);
  }

  /**
   * Looks up which there are, and which observations they counted, whatever their status is said to be: one that is resolved at this
   * moment is not to be opened by what was counted before. @throws Unavailable
   */
  async of(judged: readonly Judged[]): Promise<Pick<Belief, 'known' | 'firstReceived'>> {
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

  /** Remembers what was just said of issues, until the list shows it. */
  said(events: readonly { readonly data: IssueOccurrence }[]): void {
    this.recent.add(events);
  }
}

const occurrenceOf = ({ finding, record }: Judged): string =>
  occurrenceId(finding.issue_id, record.event.data.observation_id);
