import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@parapet/contracts/openapi';
import { ApiIdParam, ApiProblem, UserRoute } from '@parapet/chassis';
import { checkPolicy, policyBodySchema } from '@parapet/patterns';
import { ReadModel } from '@parapet/readmodel';
import { IssueCommands } from '../issue/issue-commands';
import { RuleTable } from '../policy/rule-table';
import { MatchView } from './match.http';
import { matchDraft } from './match-draft';
import { ProposalsView } from './proposal.http';

/** From an issue to the policy that would allow it. Nothing here writes. */
@ApiTags('issues')
@Controller('v1/issues')
export class AllowController {
  constructor(
    private readonly store: ReadModel,
    private readonly issues: IssueCommands,
    private readonly table: RuleTable,
  ) {}

  @Get(':issue_id/allow')
  @UserRoute('issues:read')
  @ApiOperation({
    operationId: 'proposePolicies',
    summary: 'Propose policies that would allow what an issue is about',
  })
  @ApiIdParam('issue')
  @ApiProblem('conflict')
  @ApiOkResponse({ type: ProposalsView })
  async propose(@Param('issue_id') id: string): Promise<ProposalsView> {
    const issue = await this.issues.find(id);
    await this.table.caughtUp();
    // The list of public suffixes takes 8 MiB, and few ask.
    const { proposePolicies } = await import('#allow/propose-policies');
    return { proposals: proposePolicies(issue, this.table.current().rules) };
  }

  @Post('match')
  @HttpCode(200)
  @UserRoute('issues:read')
  @ApiOperation({
    operationId: 'matchIssues',
    summary: 'Find the known issues that the rules of a draft of a policy are about',
    description: 'Looks at the newest 20,000 issues, for 5 seconds at most. Creates nothing.',
  })
  @ApiBody({ required: true, schema: policyBodySchema })
  @ApiOkResponse({ type: MatchView })
  match(@Body() draft: unknown): Promise<MatchView> {
    return matchDraft(this.store, checkPolicy(draft));
  }
}
