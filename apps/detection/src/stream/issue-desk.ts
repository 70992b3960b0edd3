import { Injectable } from '@nestjs/common';
import { Projections } from '@parapet/chassis';
import { inOneGeneration, type ProjectionProgress, ReadModel } from '@parapet/readmodel';
import { type IssueDocument, ISSUES } from '../issue/issue.collection';
import { renderIssue } from '../issue/issue.http';
import type { Desk } from './desk';
import type { Change, News } from './news';
import type { StreamType } from './stream-types';

/** Tells of issues as the API reads them. */
@Injectable()
export class IssueDesk implements Desk {
  readonly topic = 'issues';
  readonly progress: ProjectionProgress;

  constructor(
    private readonly store: ReadModel,
    projections: Projections,
  ) {
    this.progress = projections.of('detection.issue-list', 'issues');
  }

  async newsOf(changes: readonly Change[]): Promise<readonly News[]> {
    const keys = changes.map(({ key }) => key);
    const issues = await this.store.getMany(ISSUES, keys);
    return changes.map((change) => newsOf(change, issues.get(change.key)));
  }

  inOneGeneration<T>(work: () => Promise<T>): Promise<T> {
    return inOneGeneration(this.store, ISSUES, work);
  }
}

function newsOf({ key: _, ...change }: Change, issue: IssueDocument | undefined): News {
  const { born = -1, changed = -1 } = issue ?? {};
  const typesFor = (known: number): readonly StreamType[] => {
    if (born < known) return changed >= known ? ['issue.updated'] : [];
    // Whoever wants updates alone is told one that came together with the creation.
    return changed > born ? ['issue.created', 'issue.updated'] : ['issue.created'];
  };
  const data = issue ? JSON.stringify(renderIssue(issue)) : '';
  return { ...change, topic: 'issues', typesFor, data };
}
