import { ApiProperty } from '@parapet/contracts/openapi';
import type { Webhook } from '@parapet/contracts';
import { unknownHealth, type WebhookHealth } from './webhook-health';

/** How the deliveries of a webhook fare. */
export class DeliveryHealthView {
  @ApiProperty({
    ...{ type: 'integer', minimum: 0 },
    description: 'Deliveries that wait for an attempt, or have one under way',
  })
  readonly pending!: number;
  @ApiProperty({
    ...{ type: String, format: 'date-time', nullable: true },
    description:
      'When the first attempt failed that no success came after; null while the newest one succeeded. Enabling the webhook or changing its URL begins anew. An attempt that sent nothing because the secret or a header cannot be read (`secret`) counts nowhere here',
  })
  readonly failing_since!: string | null;
  @ApiProperty({
    ...{ type: 'integer', minimum: 0 },
    description: 'Attempts that failed since then',
  })
  readonly failures!: number;
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  readonly last_success_at!: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  readonly last_failure_at!: string | null;
  @ApiProperty({
    ...{ type: String, nullable: true, example: 'the receiver answered 500' },
    description: 'What the last failure was',
  })
  readonly last_error!: string | null;
}

/** Renders the health of a webhook; undefined where it was never sent anything. */
export function renderHealth(
  { id, since }: Pick<Webhook, 'id' | 'since'>,
  health: WebhookHealth = unknownHealth(id),
): DeliveryHealthView {
  const { pending, last_success_at, last_failure_at, last_error } = health;
  const run = health.run?.webhook_since === since ? health.run : null;
  return {
    ...{ pending, failing_since: run?.failing_since ?? null, failures: run?.failures ?? 0 },
    ...{ last_success_at, last_failure_at, last_error },
  };
}
