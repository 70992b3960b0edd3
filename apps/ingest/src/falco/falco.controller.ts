import { Body, Controller, Post, Res } from '@nestjs/common';
import { RouteSchema } from '@nestjs/platform-fastify';
import {
  ApiAcceptedResponse,
  ApiBody,
  ApiCreatedResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { type AgentCaller, AgentRoute, ApiIdempotencyKey, FromAgent } from '@parapet/chassis';
import { AgentLedger } from '../agent/agent-ledger';
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
  constructor(
    private readonly intake: ObservationIntake,
    private readonly ledger: AgentLedger,
  ) {}

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

  private skip(
    { agent }: AgentCaller,
    outcome: Exclude<FalcoOutcome, { kind: 'observation' }>,
  ): SkippedAnswer {
    if (outcome.kind === 'skip') {
      this.ledger.refused(agent, 'no_observation');
      return { status: 'skipped', reason: outcome.reason };
    }
    const { rule, output } = outcome;
    this.ledger.health(agent, { sensor: 'falco', event: rule, message: output, lost: 0 });
    return { status: 'skipped', reason: `health of the sensor: ${rule}` };
  }
}
