import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { RouteSchema } from '@nestjs/platform-fastify';
import { ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@parapet/contracts/openapi';
import { type AgentCaller, AgentRoute, FromAgent } from '@parapet/chassis';
import { AgentSeenRecorder } from './agent-seen.recorder';
import {
  HeartbeatAnswer,
  heartbeatBody,
  type HeartbeatBody,
  heartbeatExample,
  heartbeatSchema,
} from './heartbeat.http';

@ApiTags('agents')
@Controller('v1')
export class HeartbeatController {
  constructor(private readonly seen: AgentSeenRecorder) {}

  @Post('agent_heartbeat')
  @HttpCode(200)
  @AgentRoute()
  @RouteSchema({ body: heartbeatSchema })
  @ApiOperation({
    operationId: 'sendHeartbeat',
    summary: 'Say that an agent is alive, and what it is',
  })
  @ApiBody({
    ...{ schema: heartbeatBody, required: false },
    examples: { heartbeat: { value: heartbeatExample } },
  })
  @ApiOkResponse({ type: HeartbeatAnswer })
  async beat(
    @FromAgent() from: AgentCaller,
    @Body() body: HeartbeatBody | null | undefined,
  ): Promise<HeartbeatAnswer> {
    await this.seen.heard(from.agent, {
      ...(body?.version !== undefined && { version: body.version }),
      ...(body?.hostname !== undefined && { hostname: body.hostname }),
    });
    return { status: 'ok' };
  }
}
