import { ApiProperty } from '@parapet/contracts/openapi';
import { idOf } from '@parapet/chassis';
import { ISSUE_STATUSES, type IssueStatus } from '@parapet/contracts';
import { destinationIn } from '../issue/destination-in';
import type { IssueDocument } from '../issue/issue.collection';
import { TIME } from '../issue/issue.http';

const COUNT = { type: 'integer', minimum: 0, example: 3 } as const;

/** An issue that a draft is about. */
export class MatchedIssueView {
  @ApiProperty(idOf('issue'))
  readonly issue_id!: string;
  @ApiProperty({ example: 'Unknown egress to api.suspicious.example' })
  readonly title!: string;
  @ApiProperty({ example: 'api.suspicious.example' })
  readonly destination!: string;
  @ApiProperty(idOf('agent'))
  readonly agent_id!: string;
  @ApiProperty({ type: String, nullable: true, example: '/usr/bin/curl' })
  readonly process!: string | null;
  @ApiProperty(COUNT)
  readonly occurrences!: number;
  @ApiProperty({ format: 'date-time', example: TIME })
  readonly last_seen!: string;
  @ApiProperty({ enum: ISSUE_STATUSES, example: 'open' })
  readonly status!: IssueStatus;
}

/** How much there is of what a draft is about. */
export class MatchCountsView {
  @ApiProperty(COUNT)
  readonly issues!: number;
  @ApiProperty({ ...COUNT, description: 'Observations of these issues' })
  readonly occurrences!: number;
}

/** Which known issues a draft is about. */
export class MatchView {
  @ApiProperty({ ...COUNT, maximum: 20_000, description: 'Issues that were looked at' })
  readonly examined!: number;
  @ApiProperty({ example: false, description: 'There are older issues that were not looked at' })
  readonly truncated!: boolean;
  @ApiProperty({ type: MatchCountsView })
  readonly matched!: MatchCountsView;
  @ApiProperty({ type: [MatchedIssueView], maxItems: 20, description: 'The newest of them' })
  readonly data!: readonly MatchedIssueView[];
}

/** Renders an issue that a draft is about. Such an issue went somewhere. */
export const renderMatched = (issue: IssueDocument): MatchedIssueView => ({
  ...{ issue_id: issue.id, title: issue.title, agent_id: issue.agent_id },
  destination: destinationIn(issue.details) ?? '',
  process: issue.details.process ?? null,
  ...{ occurrences: issue.occurrences, last_seen: issue.last_seen, status: issue.status },
});
