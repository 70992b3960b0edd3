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
import {
  type AgentCaller,
  AgentRoute,
  ApiIdempotencyKey,
  BodyText,
  FromAgent,
} from '@parapet/chassis';
import type { Taken } from '../observation/observation-intake';
import { TakenAnswer } from '../observation/observation.http';
import { type Reply, statusOf } from '../observation/taken-status';
import { exactly } from '../sensor/exact-json';
import { SensorIntake, type Skipped } from '../sensor/sensor-intake';
import { fromFalco } from './falco-event';
import { FALCO_LIMIT, falcoBody, falcoExample, falcoSchema, SkippedAnswer } from './falco.http';

/**
 * Takes what a Falco sensor prints with `json_output: true`. Falco's own `http_output` cannot carry a token: a `program_output`
 * that calls curl, or Falcosidekick, sends it with the header `Authorization`.
 */
@ApiTags('integrations')
@Controller('v1/integrations')
export class FalcoController {
  constructor(private readonly sensors: SensorIntake) {}

  @Post('falco')
  @AgentRoute({ keepBody: true, bodyLimit: FALCO_LIMIT })
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
    @BodyText() text: string,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<Taken | Skipped> {
    const outcome = fromFalco(exactly(text, native));
    const idempotencyKey = reply.request.headers['idempotency-key'];
    const taken = await this.sensors.take(from, 'falco', outcome, idempotencyKey);
    reply.status(taken.status === 'skipped' ? 200 : statusOf(taken));
    return taken;
  }
}
