import { Controller, Post, Req, Res } from '@nestjs/common';
import { RouteSchema } from '@nestjs/platform-fastify';
import { ApiAcceptedResponse, ApiCreatedResponse, ApiTags } from '@parapet/contracts/openapi';
import {
  type AgentCaller,
  AgentRoute,
  ApiIdempotencyKey,
  FromAgent,
  type TollReply,
} from '@parapet/chassis';
import { Problem } from '@parapet/contracts';
import type { SentLines } from '../ndjson/line-intake';
import type { LinesAnswer } from '../ndjson/ndjson.http';
import type { Taken } from '../observation/observation-intake';
import { TakenAnswer } from '../observation/observation.http';
import { sending } from '../observation/sending';
import { type Reply, statusOf } from '../observation/taken-status';
import { exactly } from '../observation/exact-json';
import { SensorIntake } from '../sensor/sensor-intake';
import { SensorLines } from '../sensor/sensor-lines';
import type { Skipped } from '../sensor/sensor-outcome';
import { SENSOR_EVENT_LIMIT } from '../sensor/sensor.http';
import { fromFalco } from './falco-event';
import { ApiFalcoOperation, ApiFalcoTaken, falcoSchema } from './falco.http';

/** One event: parsed, and its text. Many: the bytes of their lines, undefined when there are none. */
interface Sent extends Pick<SentLines, 'span'> {
  readonly body?: unknown;
  readonly bodyText?: string | undefined;
}

/**
 * Takes what a Falco sensor prints with `json_output: true`. Falco's own `http_output` cannot carry a token: a `program_output`
 * that calls a client, Falcosidekick, or whatever ships lines, sends it with the header `Authorization`.
 */
@ApiTags('integrations')
@Controller('v1/integrations')
export class FalcoController {
  constructor(
    private readonly sensors: SensorIntake,
    private readonly lines: SensorLines,
  ) {}

  @Post('falco')
  @AgentRoute({ media: ['json', 'ndjson'], gzip: true, keepBody: true, queued: true })
  @RouteSchema({ body: { content: { 'application/json': { schema: falcoSchema } } } })
  @ApiFalcoOperation()
  @ApiIdempotencyKey(
    'Makes one event one and the same, whatever its body says: a repeat is 202. Lines are known by what they say',
  )
  @ApiCreatedResponse({ type: TakenAnswer, description: 'A new event' })
  @ApiAcceptedResponse({ type: TakenAnswer, description: 'An event that was there already' })
  @ApiFalcoTaken()
  async put(
    @FromAgent() from: AgentCaller,
    @Req() { body, bodyText, span }: Sent,
    @Res({ passthrough: true }) reply: Reply & TollReply,
  ): Promise<Taken | Skipped | LinesAnswer> {
    if (bodyText === undefined) {
      reply.status(200);
      const sent = { body: Buffer.isBuffer(body) ? body : undefined, reply, span };
      return this.lines.take(from, 'falco', sent, fromFalco);
    }
    const idempotencyKey = reply.request.headers['idempotency-key'];
    const outcome = fromFalco(exactly(wholeEvent(bodyText), body));
    const taken = await sending(span, 1, (traceparent) =>
      this.sensors.take(from, 'falco', outcome, { idempotencyKey, traceparent }),
    );
    reply.status(taken.status === 'skipped' ? 200 : statusOf(taken));
    return taken;
  }
}

/** @throws Problem when it is larger than a line may be */
function wholeEvent(text: string): string {
  if (Buffer.byteLength(text) <= SENSOR_EVENT_LIMIT) return text;
  throw new Problem(
    'payload_too_large',
    'The body is larger than this route takes',
    `one event has at most ${SENSOR_EVENT_LIMIT / 1024} KiB`,
  );
}
