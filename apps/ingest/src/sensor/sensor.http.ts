import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiResponse } from '@nestjs/swagger';
import { LinesAnswer } from '../ndjson/ndjson.http';

/** Most bytes of one event. Sensors say more than fits an observation of an agent of ours: rules may print command lines twice. */
export const SENSOR_EVENT_LIMIT = 128 * 1024;

/** What is answered of an event that is not kept as an observation. */
export class SkippedAnswer {
  @ApiProperty({ enum: ['skipped'] })
  readonly status!: 'skipped';
  @ApiProperty({ example: 'no Falco event: rule is missing' })
  readonly reason!: string;
}

/** The answer to lines, for the API document. */
export const ApiSensorLines = (): MethodDecorator =>
  applyDecorators(
    ApiResponse({
      ...{ status: 207, type: LinesAnswer },
      description:
        'What became of each line; a wrong one changes nothing for its neighbours. Where one may not have been recorded, all is 503',
    }),
  );
