import { ApiProperty, ApiPropertyOptional } from '@parapet/contracts/openapi';
import { idOf } from '@parapet/chassis';
import { IsOptional, IsString } from 'class-validator';

/** What POST /v1/deliveries/{id}/redeliver answers. */
export class RedeliverView {
  @ApiProperty(idOf('delivery'))
  readonly id!: string;
  @ApiProperty({ enum: ['pending'] })
  readonly status!: 'pending';
}

/** What POST /v1/webhooks/{id}/redeliver_failed takes. */
export class RedeliverFailedBody {
  @ApiProperty({
    ...{ format: 'date-time', example: '2026-03-03T10:11:12Z' },
    description: 'Only deliveries that were made after it',
  })
  @IsString({ message: 'since is required and must be an RFC 3339 timestamp' })
  readonly since!: string;
  @ApiPropertyOptional({
    ...{ type: String, format: 'date-time', nullable: true, example: '2026-03-04T10:11:12Z' },
    description: 'Only deliveries that were made up to it, itself included',
  })
  @IsOptional()
  @IsString()
  readonly until?: string | null;
}

/** What POST /v1/webhooks/{id}/redeliver_failed answers. */
export class RedeliverFailedView {
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Deliveries that are due again' })
  readonly count!: number;
  @ApiProperty({ description: 'Whether there may be more: the same request again goes on' })
  readonly more!: boolean;
}
