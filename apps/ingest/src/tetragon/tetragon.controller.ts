import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { type AgentCaller, FromAgent, type TollReply } from '@parapet/chassis';
import { ApiLines, type LinesAnswer, LinesRoute } from '../ndjson/ndjson.http';
import { SensorLines } from '../sensor/sensor-lines';
import { ApiSensorLines } from '../sensor/sensor.http';
import { fromTetragon } from './tetragon-event';
import { tetragonExample } from './tetragon.http';

/** Takes what Tetragon writes to the file of `export-filename`, sent by whatever ships lines. */
@ApiTags('integrations')
@Controller('v1/integrations')
export class TetragonController {
  constructor(private readonly lines: SensorLines) {}

  @Post('tetragon')
  @HttpCode(207)
  @LinesRoute()
  @ApiOperation({ operationId: 'putTetragonEvents', summary: 'Send events of a Tetragon sensor' })
  @ApiLines('Events as Tetragon exports them, each of at most 128 KiB', tetragonExample)
  @ApiSensorLines()
  async put(
    @FromAgent() from: AgentCaller,
    @Body() body: Buffer | undefined,
    @Res({ passthrough: true }) reply: TollReply,
  ): Promise<LinesAnswer> {
    const { mode } = from.agent;
    return this.lines.take(from, 'tetragon', { body, reply }, (native) =>
      fromTetragon(native, mode),
    );
  }
}
