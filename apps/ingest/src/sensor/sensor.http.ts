import { ApiProperty } from '@parapet/contracts/openapi';
import type { LineBounds } from '../ndjson/ndjson.http';

/** Most bytes of one event. Sensors say more than fits an observation of an agent of ours: rules may print command lines twice. */
export const SENSOR_EVENT_LIMIT = 128 * 1024;

/** Those who ship logs do not choose how many lines they send at once, only how many bytes. */
export const SENSOR_LINES: LineBounds = {
  ...{ lines: 10_000, bytes: SENSOR_EVENT_LIMIT },
  // They look at the status of the answer alone, and what is sent again counts once.
  whole: true,
};

/** What is answered of an event that is not kept as an observation. */
export class SkippedAnswer {
  @ApiProperty({ enum: ['skipped'] })
  readonly status!: 'skipped';
  @ApiProperty({ example: 'no Falco event: rule is missing' })
  readonly reason!: string;
}

/** What the answer to lines says, for the API document. */
export const LINES_TAKEN =
  'What became of each line; a wrong one changes nothing for its neighbours. Where one may not have been recorded, all is 503';
