import { ApiProperty } from '@parapet/contracts/openapi';
import { type Evidence, ISSUE_STATUSES, type IssueStatus } from '@parapet/contracts';
import { DETECTION } from './detect-issues';
import type { IssueDocument, PastStatus } from './issue.collection';
import { IssueEventView, IssueRecordView, renderIssueRecord, TIME } from './issue.http';
import { listedEvent } from './listed-event';

/** Which status an issue had from when on. */
export class IssueHistoryView {
  @ApiProperty({ format: 'date-time', example: TIME })
  readonly at!: string;
  @ApiProperty({ enum: ISSUE_STATUSES, example: 'open' })
  readonly status!: IssueStatus;
  @ApiProperty({
    ...{ type: String, nullable: true, example: 'token_5Qm9aZ' },
    description: 'Id of the token, or of the policy; null where an observation did it',
  })
  readonly by!: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'a known scanner' })
  readonly reason!: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: null })
  readonly until!: string | null;
}

/** All that is known of an issue. */
export class IssueInFullView extends IssueRecordView {
  @ApiProperty({
    type: [IssueEventView],
    maxItems: 20,
    description: 'The newest 20 observations, newest first',
  })
  readonly evidence!: readonly IssueEventView[];
  @ApiProperty({
    ...{ type: [IssueHistoryView], minItems: 1, maxItems: 50 },
    description: 'Each status that it had, newest first',
  })
  readonly history!: readonly IssueHistoryView[];
}

/** Renders an issue with all that is known of it. */
export const renderIssueInFull = (
  issue: IssueDocument,
  evidence: readonly Evidence[],
): IssueInFullView => ({
  ...renderIssueRecord(issue),
  evidence: evidence.map((copy) => listedEvent(copy, issue.agent_id)).reverse(),
  history: [...(issue.past ?? []), issue].map(renderStatus).reverse(),
});

const renderStatus = (was: PastStatus): IssueHistoryView => ({
  ...{ at: was.status_at, status: was.status, reason: was.status_reason },
  ...{ by: was.status_by === DETECTION ? null : was.status_by, until: was.ignored_until },
});
