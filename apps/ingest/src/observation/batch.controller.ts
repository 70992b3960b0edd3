import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@parapet/contracts/openapi';
import {
  type AgentCaller,
  type Checking,
  FromAgent,
  type SchemaCheck,
  schemaCheck,
  type TollReply,
} from '@parapet/chassis';
import type { ObservationBody } from '@parapet/contracts';
import { LineIntake, type SentLines } from '../ndjson/line-intake';
import { ApiLines, LinesAnswer, LinesRoute } from '../ndjson/ndjson.http';
import { ObservationIntake } from './observation-intake';
import { OBSERVATION_LIMIT, observationExample, observationSchema } from './observation.http';

const BOUNDS = { lines: 1_000, bytes: OBSERVATION_LIMIT };

/** Takes many observations at once, each as if it had come by itself. */
@ApiTags('events')
@Controller('v1')
export class BatchController {
  constructor(
    private readonly intake: ObservationIntake,
    private readonly lines: LineIntake,
  ) {}

  @Post('events_v2/batch')
  @HttpCode(207)
  @LinesRoute()
  @ApiOperation({ operationId: 'putEvents', summary: 'Send many events' })
  @ApiLines('Events as PUT /v1/events_v2 takes them', BOUNDS, [
    observationExample,
    { ...observationExample, verdict: 'allowed' },
  ])
  @ApiResponse({
    ...{ status: 207, type: LinesAnswer },
    description: 'What became of each line; a wrong one changes nothing for its neighbours',
  })
  async put(
    @FromAgent() from: AgentCaller,
    @Body() body: Buffer | undefined,
    @Req() request: Checking & Pick<SentLines, 'span'>,
    @Res({ passthrough: true }) reply: TollReply,
  ): Promise<LinesAnswer> {
    const check = schemaCheck(request, observationSchema);
    const { span } = request;
    return this.lines.take(from, { body, reply, span }, BOUNDS, async ({ text, value }, how) =>
      this.intake.take(from, { body: checked(check, value), text, ...how }),
    );
  }
}

/** @throws Problem when it is no observation */
function checked(check: SchemaCheck, value: object): ObservationBody {
  const problem = check(value);
  if (problem) throw problem;
  return value as ObservationBody;
}
