import { Body, Controller, Get, Module, Param, Post, Put, Req } from '@nestjs/common';
import { RouteSchema } from '@nestjs/platform-fastify';
import { Problem, Unavailable } from '@parapet/contracts';
import { IsString } from 'class-validator';
import {
  type AgentCaller,
  type AgentRequest,
  bodyTextOf,
  FromAgent,
  User,
  type UserCaller,
} from '../http/caller';
import { AgentRoute, PublicRoute, UserRoute } from '../http/route';

/** A body declared as a class. */
class NameBody {
  @IsString()
  name!: string;
}

const kindSchema = {
  type: 'object',
  required: ['kind'],
  properties: { kind: { type: 'string', minLength: 1 } },
};

/** One route of each kind, at paths that the house knows, to try the door by. */
@Controller('v1')
class ProbeController {
  @Get('issues')
  @UserRoute('issues:read')
  list(@User() user: UserCaller): object {
    return { token: user.tokenId };
  }
  @Get('events')
  @UserRoute('events:read')
  events(): object {
    return { data: [] };
  }
  @Get('issues/:id')
  @UserRoute('issues:read')
  one(@Param('id') id: string): Promise<object> {
    if (id === 'broken') throw new Error('a secret detail');
    if (id === 'away') throw new Unavailable('the log is away', 3);
    if (id === 'slow') return new Promise((done) => setTimeout(() => done({ slow: true }), 300));
    throw new Problem('not_found', 'There is no such issue');
  }
  @Put('issues/mine')
  @UserRoute('issues:write')
  mine(): object {
    return { mine: true };
  }
  @Post('agents')
  @UserRoute('agents:write', 'agent_creation')
  agents(): never {
    throw new Problem('bad_request', 'invalid agent kind');
  }
  @Post('tokens')
  @UserRoute('tokens:write')
  tokens(@Body() body: NameBody): object {
    return body;
  }
  @Post('policies')
  @UserRoute('policies:write', 'general', { media: ['yaml', 'json'] })
  policies(@Body() body: unknown): object {
    return { got: body };
  }
  @Put('events_v2')
  @AgentRoute({ keepBody: true, bodyLimit: 65_536, unwatched: true, queued: true })
  @RouteSchema({ body: kindSchema })
  observe(
    @Body() body: object,
    @Req() request: AgentRequest,
    @FromAgent() from: AgentCaller,
  ): object {
    const text = bodyTextOf(request);
    return { body, text, agent: from.agent.id };
  }
  @Get('open')
  @PublicRoute()
  open(): string {
    return 'open';
  }
}

/** Routes for the chassis' own specs. */
@Module({ controllers: [ProbeController] })
export class ProbeModule {}
