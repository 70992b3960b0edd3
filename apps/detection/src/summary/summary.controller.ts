import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@parapet/contracts/openapi';
import {
  ApiIdParam,
  ApiSince,
  ApiUntil,
  Clock,
  CountHistogramView,
  type RawQuery,
  Settings,
  sinceOf,
  untilOf,
  UserRoute,
} from '@parapet/chassis';
import { ReadModel } from '@parapet/readmodel';
import { IssueCommands } from '../issue/issue-commands';
import { issueFilters } from '../issue/issue-query';
import { ApiIssueFilters } from '../issue/issue.openapi';
import { occurrences } from '../issue/issue.collection';
import { countOverTime } from './count-over-time';
import { IssueSummaryView } from './issue-summary.http';
import { summariseIssues } from './summarise-issues';

/** How many there are. */
@ApiTags('issues')
@Controller('v1/issues')
export class SummaryController {
  constructor(
    private readonly store: ReadModel,
    private readonly issues: IssueCommands,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  @Get('summary')
  @UserRoute('issues:read')
  @ApiOperation({
    operationId: 'summariseIssues',
    summary: 'Count issues, by severity, status, verdict and time',
  })
  @ApiIssueFilters()
  @ApiOkResponse({ type: IssueSummaryView })
  summary(@Query() query: RawQuery): Promise<IssueSummaryView> {
    return summariseIssues(this.store, issueFilters(query), this.clock.now());
  }

  @Get(':issue_id/occurrences')
  @UserRoute('issues:read')
  @ApiOperation({
    operationId: 'countIssueOccurrences',
    summary: 'Count the observations of an issue over time',
  })
  @ApiIdParam('issue')
  @ApiSince('Only observations made after it; left out, from the first one on')
  @ApiUntil('Only observations made up to it, itself included')
  @ApiOkResponse({ type: CountHistogramView })
  async occurrences(
    @Param('issue_id') issueId: string,
    @Query() query: RawQuery,
  ): Promise<CountHistogramView> {
    const span = { since: sinceOf(query), until: untilOf(query) };
    await this.issues.find(issueId);
    const { observationRetentionMs } = this.settings;
    const now = this.clock.now();
    const keptFrom = BigInt(now - observationRetentionMs) * 1_000_000n;
    const counted = { collection: occurrences(observationRetentionMs), issueId, keptFrom };
    return countOverTime(this.store, counted, span, now);
  }
}
