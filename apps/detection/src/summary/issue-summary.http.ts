import { ApiProperty, ApiPropertyOptional } from '@parapet/contracts/openapi';
import { HistogramView } from '@parapet/chassis';
import {
  ISSUE_STATUSES,
  ISSUE_VERDICTS,
  type IssueStatus,
  type IssueVerdict,
  SEVERITIES,
  type Severity,
} from '@parapet/contracts';

const COUNT = { type: 'integer', minimum: 0, example: 3 } as const;

/** A number for each of some words. */
const countsOf = (words: readonly string[], description: string) => ({
  ...{ type: 'object' as const, selfRequired: true, required: [...words], description },
  properties: Object.fromEntries(words.map((word) => [word, COUNT])),
});

/** How many issues of each severity were made in one bucket. */
export class SeverityBucketView implements Readonly<Record<Severity, number>> {
  @ApiProperty({ format: 'date-time', example: '2026-03-03T06:00:00.000Z' })
  readonly time!: string;
  @ApiProperty(COUNT)
  readonly critical!: number;
  @ApiProperty(COUNT)
  readonly high!: number;
  @ApiProperty(COUNT)
  readonly medium!: number;
  @ApiProperty(COUNT)
  readonly low!: number;
}

/** When issues were made. */
export class IssueHistogramView extends HistogramView {
  @ApiProperty({ type: [SeverityBucketView], minItems: 1, maxItems: 60 })
  readonly buckets!: readonly SeverityBucketView[];
}

/** How many issues there are. */
export class IssueSummaryView {
  @ApiProperty({ ...COUNT, description: 'All that the filters let through' })
  readonly total!: number;
  @ApiProperty(countsOf(SEVERITIES, 'By all filters but `severity`'))
  readonly by_severity!: Readonly<Record<Severity, number>>;
  @ApiProperty(countsOf(ISSUE_STATUSES, 'By all filters but `status`'))
  readonly by_status!: Readonly<Record<IssueStatus, number>>;
  @ApiProperty(countsOf(ISSUE_VERDICTS, 'By all filters but `verdict`'))
  readonly by_verdict!: Readonly<Record<IssueVerdict, number>>;
  @ApiProperty({ type: IssueHistogramView })
  readonly histogram!: IssueHistogramView;
  @ApiPropertyOptional({
    ...{ type: 'boolean', example: true },
    description: 'With `search`: there are older issues that were not looked at; else left out',
  })
  readonly truncated?: boolean;
}
