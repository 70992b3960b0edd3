import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@parapet/contracts/openapi';
import { Clock, SeenAgents, Settings, UserRoute } from '@parapet/chassis';
import { AgentSummaryView } from './agent-summary.http';
import { summariseAgents } from './summarise-agents';

/** The fleet in numbers. All agents are in memory anyway: nothing is read. */
@ApiTags('agents')
@Controller('v1/agents/summary')
export class AgentSummaryController {
  constructor(
    private readonly agents: SeenAgents,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  @Get()
  @UserRoute('agents:read')
  @ApiOperation({ operationId: 'summariseAgents', summary: 'Count agents' })
  @ApiOkResponse({ type: AgentSummaryView })
  read(): AgentSummaryView {
    const watch = { now: this.clock.now(), timeoutMs: this.settings.agentTimeoutMs };
    return summariseAgents(this.agents.values(), watch);
  }
}
