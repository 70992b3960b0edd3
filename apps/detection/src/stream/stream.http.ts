import { ApiProperty } from '@nestjs/swagger';
import { idOf } from '@parapet/chassis';
import type { IssueDocument } from '../issue/issue.collection';
import { IssueView, renderIssue } from '../issue/issue.http';

const TIME = '2026-03-03T10:11:12.123Z';

/** An issue in the live stream: as lists show it, and what an occurrence changes. */
export class StreamedIssueView extends IssueView {
  @ApiProperty({ type: 'integer', minimum: 1, example: 3 })
  readonly occurrences!: number;
  @ApiProperty({ format: 'date-time', example: TIME })
  readonly first_seen!: string;
  @ApiProperty({ format: 'date-time', example: TIME })
  readonly last_seen!: string;
  @ApiProperty(idOf('agent'))
  readonly agent_id!: string;
}

/** Renders an issue for the live stream. */
export const streamedIssue = (issue: IssueDocument): StreamedIssueView => ({
  ...renderIssue(issue),
  occurrences: issue.occurrences,
  first_seen: issue.first_seen,
  last_seen: issue.last_seen,
  agent_id: issue.agent_id,
});
