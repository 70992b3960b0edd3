import { Body, Controller, Logger, Post, Res } from '@nestjs/common';
import { RouteSchema } from '@nestjs/platform-fastify';
import {
  ApiAcceptedResponse,
  ApiBody,
  ApiCreatedResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import {
  type AgentCaller,
  AgentRoute,
  ApiIdempotencyKey,
  FromAgent,
  Metrics,
} from '@parapet/chassis';
import { Counter } from 'prom-client';
import { AgentSeenRecorder } from '../agent/agent-seen.recorder';
import { ObservationIntake, type Taken } from '../observation/observation-intake';
import { TakenAnswer } from '../observation/observation.http';
import { type Reply, statusOf } from '../observation/taken-status';
import { type FalcoOutcome, fromFalco } from './falco-event';
import { FALCO_LIMIT, falcoBody, falcoExample, falcoSchema, SkippedAnswer } from './falco.http';

/**
 * Takes what a Falco sensor prints with `json_output: true`. Falco's own `http_output` cannot carry a token: a `program_output`
 * that calls curl, or Falcosidekick, sends it with the header `Authorization`.
 */
@ApiTags('integrations')
@Controller('v1/integrations')
export class FalcoController {
  private readonly logger = new Logger('ingest.falco');
  private readonly health: { inc(): void };

  constructor(
    private readonly intake: ObservationIntake,
    private readonly seen: AgentSeenRecorder,
    metrics: Metrics,
  ) {
    this.health = new Counter({
      name: 'parapet_sensor_health_events_total',
      help: 'News of the health of sensors, such as lost system calls, by sensor.',
      labelNames: ['sensor'] as const,
      registers: [metrics.registry],
    }).labels({ sensor: 'falco' });
  }

  @Post('falco')
  @AgentRoute({ bodyLimit: FALCO_LIMIT })
  @RouteSchema({ body: falcoSchema })
  @ApiOperation({ operationId: 'putFalcoEvent', summary: 'Send one event of a Falco sensor' })
  @ApiIdempotencyKey('Makes the event one and the same, whatever its body says: a repeat is 202')
  @ApiBody({ schema: falcoBody, examples: { connection: { value: falcoExample } } })
  @ApiCreatedResponse({ type: TakenAnswer, description: 'A new event' })
  @ApiAcceptedResponse({ type: TakenAnswer, description: 'An event that was there already' })
  @ApiOkResponse({ type: SkippedAnswer, description: 'Nothing that is kept as an event' })
  async put(
    @FromAgent() from: AgentCaller,
    @Body() native: unknown,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<Taken | SkippedAnswer> {
    const outcome = fromFalco(native);
    if (outcome.kind !== 'observation') {
      reply.status(200);
      return this.skip(from, outcome);
    }
    const { body } = outcome;
    const idempotencyKey = reply.request.headers['idempotency-key'];
    const taken = await this.intake.take(from, {
      body,
      text: JSON.stringify(body),
      idempotencyKey,
    });
    reply.status(statusOf(taken));
    return taken;
  }

  /** News of the sensor's health says that the agent lives; losses are for the operator's eyes. */
  private skip(
    { agent }: AgentCaller,
    outcome: Exclude<FalcoOutcome, { kind: 'observation' }>,
  ): SkippedAnswer {
    this.seen.saw(agent);
    if (outcome.kind === 'skip') return { status: 'skipped', reason: outcome.reason };
    const { rule } = outcome;
    const output = outcome.output.slice(0, 500);
    this.health.inc();
    this.logger.warn({ agent_id: agent.id, rule, output, msg: 'a sensor tells of its own health' });
    return { status: 'skipped', reason: `health of the sensor: ${rule}` };
  }
}
