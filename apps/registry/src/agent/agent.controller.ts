import {
  Body,
  Controller,
  Delete,
  Get,
  Header,
  HttpCode,
  Param,
  Patch,
  Post,
  Query,
  type StreamableFile,
} from '@nestjs/common';
import { ApiBody, ApiOperation, ApiQuery, ApiResponse, ApiTags } from '@parapet/contracts/openapi';
import {
  ApiIdParam,
  ApiKeyedCreation,
  ApiPage,
  ApiProblem,
  IdempotencyKey,
  type Page,
  type RawQuery,
  User,
  type UserCaller,
  UserRoute,
} from '@parapet/chassis';
import { AGENT_STATUSES, PLATFORMS } from '@parapet/contracts';
import { Lists } from '../http/lists';
import { AgentCommands } from './agent-commands';
import { AgentInFullView } from './agent-in-full.http';
import { AgentViews } from './agent-views';
import { AgentModeBody, AgentTokenView, AgentView, NewAgentBody, NewAgentView } from './agent.http';
import { agentsQuery } from './agents-query';
import { checkMode } from './change-agent';
import { checkAgent } from './check-agent';

@ApiTags('agents')
@Controller('v1/agents')
export class AgentController {
  constructor(
    private readonly lists: Lists,
    private readonly agents: AgentCommands,
    private readonly views: AgentViews,
  ) {}

  /** Not watched: a whole list takes as long as its client. */
  @Get()
  @UserRoute('agents:read', 'general', { unwatched: true })
  @ApiOperation({
    operationId: 'listAgents',
    summary: 'List agents, newest first: all of them, or a page of them',
  })
  @ApiQuery({ name: 'status', required: false, enum: AGENT_STATUSES })
  @ApiQuery({ name: 'platform', required: false, enum: PLATFORMS })
  @ApiQuery({ name: 'cluster', required: false, type: String })
  @ApiQuery({
    ...{ name: 'search', required: false, type: String, example: 'worker-7' },
    description: 'Only agents with this text in their name, hostname or id, whatever its case',
  })
  @ApiPage(AgentView, 'all')
  async list(
    @Query() query: RawQuery,
    @User() caller: UserCaller,
  ): Promise<StreamableFile | Page<AgentView>> {
    const now = this.views.now();
    return this.lists.answer({ query, caller }, agentsQuery(query, now), (a) => now.shown(a));
  }

  @Post()
  @HttpCode(201)
  @Header('Cache-Control', 'no-store')
  @UserRoute('agents:write', 'agent_creation')
  @ApiOperation({ operationId: 'createAgent', summary: 'Create an agent and its token' })
  @ApiBody({ type: NewAgentBody })
  @ApiKeyedCreation()
  @ApiResponse({ status: 201, type: NewAgentView })
  create(
    @Body() body: unknown,
    @User() caller: UserCaller,
    @IdempotencyKey() key: string | undefined,
  ): Promise<NewAgentView> {
    return this.agents.create(checkAgent(body), caller, key);
  }

  @Get(':agent_id')
  @UserRoute('agents:read')
  @ApiOperation({ operationId: 'getAgent', summary: 'Read an agent' })
  @ApiIdParam('agent')
  @ApiResponse({ status: 200, type: AgentInFullView })
  async read(@Param('agent_id') id: string): Promise<AgentInFullView> {
    return this.views.now().inFull(await this.agents.find(id));
  }

  @Patch(':agent_id')
  @UserRoute('agents:write')
  @ApiOperation({ operationId: 'setAgentMode', summary: 'Switch the mode of an agent' })
  @ApiIdParam('agent')
  @ApiProblem('conflict')
  @ApiBody({ type: AgentModeBody })
  @ApiResponse({ status: 200, type: AgentInFullView })
  async change(
    @Param('agent_id') id: string,
    @Body() body: unknown,
    @User() caller: UserCaller,
  ): Promise<AgentInFullView> {
    return this.views.now().inFull(await this.agents.setMode(id, checkMode(body), caller));
  }

  @Delete(':agent_id')
  @HttpCode(204)
  @UserRoute('agents:write')
  @ApiOperation({
    operationId: 'deleteAgent',
    summary: 'Delete an agent; its token stops working at once',
  })
  @ApiIdParam('agent')
  @ApiProblem('conflict')
  @ApiResponse({ status: 204, description: 'Deleted' })
  async delete(@Param('agent_id') id: string, @User() caller: UserCaller): Promise<void> {
    await this.agents.delete(id, caller);
  }

  @Post(':agent_id/token')
  @HttpCode(201)
  @Header('Cache-Control', 'no-store')
  @UserRoute('agents:write')
  @ApiOperation({
    operationId: 'rotateAgentToken',
    summary: 'Give an agent another token; the one before stops working at once',
  })
  @ApiIdParam('agent')
  @ApiProblem('conflict')
  @ApiResponse({ status: 201, type: AgentTokenView })
  async rotate(@Param('agent_id') id: string, @User() caller: UserCaller): Promise<AgentTokenView> {
    return { token: await this.agents.rotate(id, caller) };
  }
}
