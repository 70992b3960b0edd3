import { ApiProperty } from '@parapet/contracts/openapi';
import type { TimeBuckets } from './time-buckets';

const time = (description: string, example: string) => ({
  ...{ format: 'date-time', description, example },
});

/** What every histogram says besides its buckets. */
export class HistogramView implements Pick<TimeBuckets, 'from' | 'to' | 'step_seconds'> {
  @ApiProperty(time('Where the first bucket begins', '2026-03-03T09:12:00.000Z'))
  readonly from!: string;
  @ApiProperty(time('Where the last bucket ends', '2026-03-03T10:12:00.000Z'))
  readonly to!: string;
  @ApiProperty({
    ...{ type: 'integer', enum: [60, 300, 900, 3600, 21_600, 86_400], example: 60 },
    description: 'Length of each bucket: as short as 60 of them allow',
  })
  readonly step_seconds!: number;
}

/** How many there were in one bucket. */
class CountBucketView {
  @ApiProperty(time('Where the bucket begins', '2026-03-03T10:11:00.000Z'))
  readonly time!: string;
  @ApiProperty({ type: 'integer', minimum: 0, example: 3 })
  readonly count!: number;
}

/** A histogram of one kind of thing. */
export class CountHistogramView extends HistogramView {
  @ApiProperty({ type: [CountBucketView], minItems: 1, maxItems: 60 })
  readonly buckets!: readonly CountBucketView[];
}
