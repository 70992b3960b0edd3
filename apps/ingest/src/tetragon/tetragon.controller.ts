import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@parapet/contracts/openapi';
import { type AgentCaller, FromAgent, type TollReply } from '@parapet/chassis';
import type { SentLines } from '../ndjson/line-intake';
import { ApiLines, LinesAnswer, LinesRoute } from '../ndjson/ndjson.http';
import { SensorLines } from '../sensor/sensor-lines';
import { LINES_TAKEN, SENSOR_LINES } from '../sensor/sensor.http';
import { fromTetragon } from './tetragon-event';
import { tetragonExample } from './tetragon.http';

/** Takes what Tetragon writes to the file of `export-filename`, sent by whatever ships lines. */
@ApiTags('integrations')
@Controller('v1/integrations')
export class TetragonController {
  constructor(private readonly lines: SensorLines) {}

  @Post('tetragon')
  @HttpCode(200)
  @LinesRoute()
  @ApiOperation({ operationId: 'putTetragonEvents', summary: 'Send events of a Tetragon sensor' })
  @ApiLines('Events as Tetragon exports them', SENSOR_LINES, tetragonExample)
  @ApiOkResponse({ type: LinesAnswer, description: LINES_TAKEN })
  async put(
    @FromAgent() from: AgentCaller,
    @Body() body: Buffer | undefined,
    @Req() { span }: Pick<SentLines, 'span'>,
    @Res({ passthrough: true }) reply: TollReply,
  ): Promise<LinesAnswer> {
    const { mode } = from.agent;
    return this.lines.take(from, 'tetragon', { body, reply, span }, (native) =>
      fromTetragon(native, mode),
    );
  }
}
