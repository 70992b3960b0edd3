import { Controller, Get, Query, Res } from '@nestjs/common';
import {
  ApiOkResponse,
  ApiOperation,
  ApiQuery,
  ApiServiceUnavailableResponse,
  ApiTags,
} from '@parapet/contracts/openapi';
import type { FastifyReply } from 'fastify';
import { PublicRoute } from '../http/route';
import { noSuchPath } from '../http/unknown-route';
import { ApiProblem } from '../openapi/api-problem';
import { Settings } from '../settings/settings.config';
import {
  aliveSchema,
  excludeQuery,
  metricsContent,
  notReadySchema,
  readySchema,
} from './health.http';
import { Metrics } from './metrics';
import { Readiness } from './readiness';

/** For whoever runs the process: is it alive, may it get traffic, what are its numbers. */
@ApiTags('operations')
@Controller()
export class HealthController {
  constructor(
    private readonly readiness: Readiness,
    private readonly metrics: Metrics,
    private readonly settings: Settings,
  ) {}

  @Get('healthz')
  @PublicRoute()
  @ApiOperation({ operationId: 'isAlive', summary: 'Whether the process is alive' })
  @ApiOkResponse({ schema: aliveSchema })
  alive(): object {
    return { status: 'ok' };
  }

  @Get('readyz')
  @PublicRoute()
  @ApiOperation({ operationId: 'isReady', summary: 'Whether the process may get traffic' })
  @ApiQuery(excludeQuery)
  @ApiOkResponse({ schema: readySchema })
  @ApiServiceUnavailableResponse({ description: 'Not yet, or no more', schema: notReadySchema })
  async ready(
    @Query('exclude') exclude: string | string[] | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<object> {
    const missing = await this.readiness.missing([exclude ?? []].flat());
    if (Object.keys(missing).length === 0) return { status: 'ready' };
    reply.code(503).header('retry-after', 1);
    return { status: 'not ready', missing };
  }

  @Get('metrics')
  @PublicRoute()
  @ApiOperation({
    operationId: 'getMetrics',
    summary: 'Numbers of the process in the text format of Prometheus',
  })
  @ApiOkResponse({ content: metricsContent })
  @ApiProblem('not_found')
  async numbers(@Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    if (!this.settings.metrics) throw noSuchPath('the setting METRICS is off; on would serve it');
    reply.header('content-type', this.metrics.registry.contentType);
    return this.metrics.registry.metrics();
  }
}
