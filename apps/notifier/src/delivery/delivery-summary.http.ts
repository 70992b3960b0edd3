import { ApiProperty, type ApiPropertyOptions } from '@parapet/contracts/openapi';
import { HistogramView } from '@parapet/chassis';
import type { DeliveryStatus } from '@parapet/contracts';

const count = (description: string): ApiPropertyOptions => ({
  ...{ type: 'integer', minimum: 0, example: 3, description },
});

/** How many deliveries stand how. */
export class DeliveriesByStatusView implements Record<DeliveryStatus, number> {
  @ApiProperty(count('To be attempted, for the first time or again'))
  readonly pending!: number;
  @ApiProperty(count('Taken by their receivers'))
  readonly succeeded!: number;
  @ApiProperty(count('Never taken'))
  readonly given_up!: number;
}

/** What became of the deliveries that were made in one bucket. */
export class DeliveryBucketView {
  @ApiProperty({ format: 'date-time', example: '2026-03-03T10:00:00.000Z' })
  readonly time!: string;
  @ApiProperty(count('To be attempted, for the first time or again'))
  readonly pending!: number;
  @ApiProperty(count('Taken by their receivers'))
  readonly succeeded!: number;
  @ApiProperty(count('Given up'))
  readonly failed!: number;
}

export class DeliveryHistogramView extends HistogramView {
  @ApiProperty({ type: [DeliveryBucketView], minItems: 1, maxItems: 60 })
  readonly buckets!: readonly DeliveryBucketView[];
}

/** How deliveries fare, of all webhooks together. */
export class DeliverySummaryView {
  @ApiProperty(count('All that were made after since'))
  readonly total!: number;
  @ApiProperty({ type: DeliveriesByStatusView })
  readonly by_status!: DeliveriesByStatusView;
  @ApiProperty({ type: DeliveryHistogramView })
  readonly histogram!: DeliveryHistogramView;
}
