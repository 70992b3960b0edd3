import { ApiProperty, ApiPropertyOptional } from '@parapet/contracts/openapi';
import { idOf } from '@parapet/chassis';
import { type Delivery, DELIVERY_STATUSES, type DeliveryStatus } from '@parapet/contracts';
import { DELIVERY_EVENTS } from './delivery-events';
import { shortened } from './kept-attempts';

/** One attempt as the API shows it. */
export class AttemptView {
  @ApiProperty({ type: 'integer', minimum: 1, description: 'From 1' })
  readonly number!: number;
  @ApiProperty({ format: 'date-time' })
  readonly started_at!: string;
  @ApiProperty({ type: Number, minimum: 0, description: 'Milliseconds' })
  readonly duration_ms!: number;
  @ApiPropertyOptional({
    ...{ type: 'object', additionalProperties: { type: 'string' } },
    description:
      'Of signatures and of the headers of the webhook the names alone; left out of attempts from before it was kept',
    example: { 'content-type': 'application/json', 'webhook-signature': '[redacted]' },
  })
  readonly request_headers?: Readonly<Record<string, string>>;
  @ApiProperty({
    ...{ type: 'integer', nullable: true },
    description: 'HTTP status; null without an answer',
  })
  readonly status!: number | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'Null on success; else status, timeout, connect, closed, tls, dns, refused_url, refused_address or secret',
  })
  readonly error!: string | null;
  @ApiProperty()
  readonly message!: string;
  @ApiProperty({
    description:
      'The first 16 KiB of the response as text; of attempts before the newest, and in lists, its first 1,024 characters',
  })
  readonly response!: string;
  @ApiProperty({ type: String, nullable: true, description: 'The address that was connected to' })
  readonly address!: string | null;
}

/** A delivery as the API shows it. */
export class DeliveryView {
  @ApiProperty(idOf('delivery'))
  readonly id!: string;
  @ApiProperty(idOf('webhook'))
  readonly webhook_id!: string;
  @ApiProperty(idOf('issue'))
  readonly issue_id!: string;
  @ApiProperty({ enum: DELIVERY_EVENTS, example: 'issue.created' })
  readonly event!: string;
  @ApiProperty({ enum: DELIVERY_STATUSES })
  readonly status!: DeliveryStatus;
  @ApiProperty({ format: 'date-time' })
  readonly created_at!: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  readonly next_attempt_at!: string | null;
  @ApiProperty({
    ...{ type: String, nullable: true, example: 'every attempt failed' },
    description: 'Null unless it is given up',
  })
  readonly given_up_reason!: string | null;
  @ApiProperty({ description: 'The text that is signed and sent, the same on every attempt' })
  readonly body!: string;
  @ApiProperty({
    type: AttemptView,
    isArray: true,
    maxItems: 20,
    description: 'The newest 20, newest last',
  })
  readonly attempts!: readonly AttemptView[];
}

/** What POST /v1/webhooks/{id}/test answers: what came of the one attempt. */
export class WebhookTestView {
  @ApiProperty({ ...idOf('delivery'), description: 'Of the delivery that keeps the attempt' })
  readonly id!: string;
  @ApiProperty()
  readonly succeeded!: boolean;
  @ApiProperty({ description: 'The text that was signed and sent' })
  readonly body!: string;
  @ApiProperty({ type: AttemptView })
  readonly attempt!: AttemptView;
}

/** Renders a delivery whole. */
export const renderDelivery = (delivery: Delivery): DeliveryView => ({
  id: delivery.id,
  webhook_id: delivery.webhook_id,
  issue_id: delivery.issue_id,
  event: delivery.event,
  status: delivery.status,
  created_at: delivery.created_at,
  next_attempt_at: delivery.next_at,
  given_up_reason: delivery.given_up_reason ?? null,
  body: delivery.body,
  attempts: delivery.attempts,
});

/** Renders a delivery for a list: long responses are cut; one delivery read by itself has all that was kept. */
export const renderListed = (delivery: Delivery): DeliveryView => ({
  ...renderDelivery(delivery),
  attempts: delivery.attempts.map(shortened),
});
