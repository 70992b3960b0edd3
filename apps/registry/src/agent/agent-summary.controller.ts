import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@parapet/contracts/openapi';
import { UserRoute } from '@parapet/chassis';
import { AgentSummaryView } from './agent-summary.http';
import { AgentViews } from './agent-views';

/** The fleet in numbers. All agents are in memory anyway: nothing is read. */
@ApiTags('agents')
@Controller('v1/agents/summary')
export class AgentSummaryController {
  constructor(private readonly views: AgentViews) {}

  @Get()
  @UserRoute('agents:read')
  @ApiOperation({ operationId: 'summariseAgents', summary: 'Count agents' })
  @ApiOkResponse({ type: AgentSummaryView })
  read(): AgentSummaryView {
    return this.views.now().summary();
  }
}
