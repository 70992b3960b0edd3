import { ApiProperty, ApiPropertyOptional } from '@parapet/contracts/openapi';
import { AtMost, idOf } from '@parapet/chassis';
import {
  secretsAt,
  type Webhook,
  WEBHOOK_EVENTS,
  WEBHOOK_FORMATS,
  type WebhookEventName,
  type WebhookFilter,
  type WebhookFormat,
} from '@parapet/contracts';
import {
  ArrayNotEmpty,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsString,
  ValidateBy,
  ValidateIf,
} from 'class-validator';
import type { WebhookHealth } from '../health/webhook-health';
import { DeliveryHealthView, renderHealth } from '../health/webhook-health.http';
import { WEBHOOK_DEFAULTS } from './change-webhook';
import { FILTER_SCHEMA, filterMistake } from './check-filter';
import { type CustomHeaders, HEADERS_SCHEMA, headersMistake } from './check-headers';

/** Left out is fine, null is not. */
const Given = (): PropertyDecorator => ValidateIf((_, value) => value !== undefined);

/** Taken when `mistakeOf` finds none; what it finds is the answer. */
const Without = (mistakeOf: (value: unknown) => string | null): PropertyDecorator =>
  ValidateBy({
    name: 'without',
    validator: {
      validate: (value: unknown) => mistakeOf(value) === null,
      defaultMessage: (asked) => mistakeOf(asked?.value) ?? '',
    },
  });

const EVENTS_SENTENCE = `each of events must be one of ${WEBHOOK_EVENTS.join(', ')}`;

const FORMAT_SCHEMA = {
  enum: WEBHOOK_FORMATS,
  description:
    'How it is written: `parapet` as WebhookPayload, `slack` for an incoming webhook of Slack, `teams` for a workflow of Microsoft Teams, `pagerduty` for the Events API v2 of PagerDuty, with its key in the header `X-Routing-Key`',
} as const;

const URL_SCHEMA = {
  ...{ format: 'uri', maxLength: 2048, example: 'https://receiver.example/parapet' },
  description: 'Begins with https://, unless http is allowed; leads to an address that is allowed',
} as const;

/** What both bodies have. */
class WebhookFields {
  @ApiPropertyOptional({
    ...{ enum: WEBHOOK_EVENTS, isArray: true, minItems: 1, uniqueItems: true },
    default: ['issue.created'],
  })
  @Given()
  @IsArray()
  @ArrayNotEmpty()
  @ArrayUnique({ message: 'events must name each only once' })
  @IsIn(WEBHOOK_EVENTS, { each: true, message: EVENTS_SENTENCE })
  readonly events?: WebhookEventName[];

  @ApiPropertyOptional(FILTER_SCHEMA)
  @Given()
  @Without(filterMistake)
  readonly filter?: WebhookFilter;

  @ApiPropertyOptional({ ...FORMAT_SCHEMA, default: 'parapet' })
  @Given()
  @IsIn(WEBHOOK_FORMATS, { message: `format must be one of ${WEBHOOK_FORMATS.join(', ')}` })
  readonly format?: WebhookFormat;

  @ApiPropertyOptional(HEADERS_SCHEMA)
  @Given()
  @Without(headersMistake)
  readonly headers?: CustomHeaders;

  @ApiPropertyOptional({ maxLength: 1024 })
  @Given()
  @IsString()
  @AtMost(1024)
  readonly description?: string;

  @ApiPropertyOptional({ default: true })
  @Given()
  @IsBoolean()
  readonly enabled?: boolean;
}

/** What POST /v1/webhooks takes. */
export class NewWebhookBody extends WebhookFields {
  @ApiProperty(URL_SCHEMA)
  @IsString({ message: 'url is required and must be a string' })
  readonly url!: string;
}

/** What PATCH /v1/webhooks/{id} takes. */
export class WebhookChangeBody extends WebhookFields {
  @ApiPropertyOptional(URL_SCHEMA)
  @Given()
  @IsString()
  readonly url?: string;
}

/** A webhook as the API shows it; nothing of its secret, and of its headers the names. */
export class WebhookView {
  @ApiProperty(idOf('webhook'))
  readonly id!: string;
  @ApiProperty({ example: 'https://receiver.example/parapet' })
  readonly url!: string;
  @ApiProperty({ enum: WEBHOOK_EVENTS, isArray: true })
  readonly events!: readonly WebhookEventName[];
  @ApiProperty(FILTER_SCHEMA)
  readonly filter!: WebhookFilter;
  @ApiProperty(FORMAT_SCHEMA)
  readonly format!: WebhookFormat;
  @ApiProperty({
    ...{ type: 'string', isArray: true, example: ['authorization'] },
    description: 'Of the headers that it sends besides the house’s; their values are never shown',
  })
  readonly header_names!: readonly string[];
  @ApiProperty()
  readonly description!: string;
  @ApiProperty()
  readonly enabled!: boolean;
  @ApiProperty({ type: String, nullable: true, description: 'Why the house disabled it' })
  readonly disabled_reason!: string | null;
  @ApiProperty({
    ...{ type: String, format: 'date-time', nullable: true },
    description: 'When the secret was staged that signs beside the old one',
  })
  readonly secret_staged_at!: string | null;
  @ApiProperty({
    ...{ type: String, format: 'date-time', nullable: true },
    description: 'When the staged secret becomes the only one',
  })
  readonly secret_promotes_at!: string | null;
  @ApiProperty({ type: DeliveryHealthView })
  readonly delivery_health!: DeliveryHealthView;
  @ApiProperty({ format: 'date-time' })
  readonly created_at!: string;
  @ApiProperty({ format: 'date-time' })
  readonly updated_at!: string;
}

/** What POST /v1/webhooks answers: the only time the secret is shown. */
export class NewWebhookView extends WebhookView {
  @ApiProperty({
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    description: 'Shown once; signs what is sent',
  })
  readonly secret!: string;
}

/** Renders a webhook for the API. @param at RFC 3339: whether a secret is staged then */
export function renderWebhook(webhook: Webhook, at: string, health?: WebhookHealth): WebhookView {
  const { staged } = secretsAt(webhook, at);
  return {
    id: webhook.id,
    url: webhook.url,
    events: webhook.events,
    filter: webhook.filter ?? {},
    format: webhook.format ?? WEBHOOK_DEFAULTS.format,
    header_names: webhook.header_names ?? [],
    description: webhook.description,
    enabled: webhook.enabled,
    disabled_reason: webhook.disabled_reason,
    delivery_health: renderHealth(webhook, health),
    secret_staged_at: staged?.staged_at ?? null,
    secret_promotes_at: staged?.promotes_at ?? null,
    created_at: webhook.created_at,
    updated_at: webhook.updated_at,
  };
}
