import { Injectable } from '@nestjs/common';
import { Settings } from '@parapet/chassis';
import { type Collection, ReadModel } from '@parapet/readmodel';
import { occurrenceId } from './count-occurrences';
import type { Belief, Judged } from './detect-issues';
import {
  type IssueDocument,
  ISSUES,
  type OccurrenceDocument,
  occurrences,
} from './issue.collection';
import { isUnsettled } from './resolve-issues';

/** What is known of the issues that observations are. */
@Injectable()
export class KnownIssues {
  private readonly occurrences: Collection<OccurrenceDocument>;

  constructor(
    private readonly store: ReadModel,
    settings: Settings,
  ) {
    this.occurrences = occurrences(settings.observationRetentionMs);
  }

  /** Looks them up. Which observations were counted is asked of settled issues alone: the others are not opened. @throws Unavailable */
  async of(judged: readonly Judged[]): Promise<Pick<Belief, 'known' | 'firstReceived'>> {
    const ids = [...new Set(judged.map(({ finding }) => finding.issue_id))];
    const known = await this.store.getMany(ISSUES, ids, ['status']);
    const settled = judged.filter(({ finding }) => isSettled(known.get(finding.issue_id)));
    const counted = await this.counted(settled);
    return {
      known,
      firstReceived: (issue, seen) => counted.get(occurrenceId(issue, seen))?.received_at,
    };
  }

  private async counted(
    judged: readonly Judged[],
  ): Promise<ReadonlyMap<string, Pick<OccurrenceDocument, 'received_at'>>> {
    if (judged.length === 0) return new Map();
    const ids = judged.map(({ finding, record }) =>
      occurrenceId(finding.issue_id, record.event.data.observation_id),
    );
    return this.store.getMany(this.occurrences, [...new Set(ids)], ['received_at']);
  }
}

const isSettled = (issue: Pick<IssueDocument, 'status'> | undefined): boolean =>
  issue !== undefined && !isUnsettled(issue);
