import { ApiProperty } from '@parapet/contracts/openapi';
import { CountHistogramView } from '@parapet/chassis';

/** How many events there are. */
export class ObservationSummaryView {
  @ApiProperty({
    ...{ type: 'integer', minimum: 0, example: 42 },
    description:
      'All that the filters let through, also what is older than the histogram or dated ahead of it',
  })
  readonly total!: number;
  @ApiProperty({ type: CountHistogramView })
  readonly histogram!: CountHistogramView;
}
