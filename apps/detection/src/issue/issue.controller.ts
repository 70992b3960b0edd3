import { Body, Controller, Get, Param, Patch, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@parapet/contracts/openapi';
import {
  answerCsv,
  ApiIdParam,
  ApiPage,
  ApiProblem,
  Clock,
  listPage,
  type ListReply,
  type Page,
  prefersCsv,
  type RawQuery,
  Settings,
  User,
  type UserCaller,
  UserRoute,
} from '@parapet/chassis';
import { isoTime } from '@parapet/contracts';
import { type Collection, ReadModel } from '@parapet/readmodel';
import { IssueCommands } from './issue-commands';
import { issueQuery } from './issue-query';
import { ISSUE_TABLE } from './issue.csv';
import {
  ISSUE_EVIDENCE,
  type IssueDocument,
  type OccurrenceDocument,
  occurrences,
} from './issue.collection';
import { IssueEventView, IssueStatusBody, type IssueView, renderIssue } from './issue.http';
import { IssueInFullView, renderIssueInFull } from './issue-in-full.http';
import { ApiIssueList } from './issue.openapi';

@ApiTags('issues')
@Controller('v1/issues')
export class IssueController {
  private readonly occurrences: Collection<OccurrenceDocument>;

  constructor(
    private readonly store: ReadModel,
    private readonly issues: IssueCommands,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {
    this.occurrences = occurrences(settings.observationRetentionMs);
  }

  @Get()
  @UserRoute('issues:read')
  @ApiOperation({ operationId: 'listIssues', summary: 'List issues, newest first' })
  @ApiIssueList()
  async list(
    @Query() query: RawQuery,
    @Res({ passthrough: true }) reply: ListReply,
  ): Promise<Page<IssueView> | string> {
    const page = await listPage(this.store, query, issueQuery(query), renderIssue);
    return prefersCsv(reply) ? answerCsv(reply, ISSUE_TABLE, page) : page;
  }

  @Get(':issue_id')
  @UserRoute('issues:read')
  @ApiOperation({ operationId: 'getIssue', summary: 'Read an issue with all that is known of it' })
  @ApiIdParam('issue')
  @ApiOkResponse({ type: IssueInFullView })
  async read(@Param('issue_id') id: string): Promise<IssueInFullView> {
    return this.inFull(await this.issues.find(id));
  }

  @Patch(':issue_id')
  @UserRoute('issues:write')
  @ApiOperation({
    operationId: 'changeIssueStatus',
    summary: 'Acknowledge, resolve, ignore or open an issue',
  })
  @ApiIdParam('issue')
  @ApiProblem('conflict')
  @ApiOkResponse({ type: IssueInFullView })
  async change(
    @Param('issue_id') id: string,
    @Body() { status, reason, until }: IssueStatusBody,
    @User() caller: UserCaller,
  ): Promise<IssueInFullView> {
    const asked = { status, reason: reason ?? null, until: until ?? null };
    return this.inFull(await this.issues.changeStatus(id, asked, caller.tokenId));
  }

  /** Occurrences that are kept longer than observations are not shown: the answer is the same after a rebuild. */
  @Get(':issue_id/events')
  @UserRoute('issues:read')
  @ApiOperation({
    operationId: 'listIssueEvents',
    summary: 'List the events that were counted for an issue, newest first',
  })
  @ApiIdParam('issue')
  @ApiPage(IssueEventView)
  async events(
    @Param('issue_id') id: string,
    @Query() query: RawQuery,
  ): Promise<Page<IssueEventView>> {
    await this.issues.find(id);
    const kept = isoTime(this.clock.now() - this.settings.observationRetentionMs);
    const spec = {
      ...{ list: `issue-events/${id}`, collection: this.occurrences, equal: { issue_id: id } },
      ...{ sort: 'at' as const, keep: (d: OccurrenceDocument) => d.received_at >= kept },
      long: ({ event }: OccurrenceDocument) => event,
    };
    return listPage(this.store, query, spec, (d) => d.event);
  }

  private async inFull(issue: IssueDocument): Promise<IssueInFullView> {
    const copies = await this.store.get(ISSUE_EVIDENCE, issue.id);
    return renderIssueInFull(issue, copies?.evidence ?? []);
  }
}
