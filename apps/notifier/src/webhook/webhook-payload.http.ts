import { ApiProperty, getSchemaPath } from '@parapet/contracts/openapi';
import { idOf } from '@parapet/chassis';
import { ISSUE_VERDICTS, SEVERITIES } from '@parapet/contracts';
import { DELIVERY_EVENTS } from '../delivery/delivery-events';

/** What a webhook is told of an issue. */
class WebhookIssue {
  @ApiProperty(idOf('issue'))
  readonly id!: string;
  @ApiProperty({ example: 'Unknown egress to api.suspicious.example' })
  readonly title!: string;
  @ApiProperty({ enum: SEVERITIES, example: 'high' })
  readonly severity!: string;
  @ApiProperty({ enum: ISSUE_VERDICTS, example: 'detected' })
  readonly verdict!: string;
  @ApiProperty({ format: 'uri', description: 'The issue in the dashboard' })
  readonly url!: string;
}

/** What a webhook is sent. */
export class WebhookPayload {
  @ApiProperty({ enum: DELIVERY_EVENTS, example: 'issue.created' })
  readonly event!: string;
  @ApiProperty({ format: 'date-time', example: '2026-03-03T10:11:12.123Z' })
  readonly timestamp!: string;
  @ApiProperty({ type: WebhookIssue })
  readonly issue!: WebhookIssue;
}

const header = (name: string, description: string, example: string) => ({
  ...{ name, in: 'header' as const, required: true, description, example },
  schema: { type: 'string' as const },
});

/** The request that a webhook gets, for the API document. */
export const DELIVERIES = {
  issue: {
    '{$request.body#/url}': {
      post: {
        ...{ operationId: 'receiveWebhook', summary: 'Hear of an issue' },
        ...{ tags: ['webhooks'], security: [] },
        parameters: [
          header(
            'X-Service-Signature',
            '`sha256=` and the lowercase hex HMAC-SHA256 of the bytes of the body, keyed with the secret of the webhook',
            'sha256=5d41402abc4b2a76b9719d911017c5925d41402abc4b2a76b9719d911017c592',
          ),
          header(
            'webhook-id',
            'The same on every attempt of a delivery: whoever knows it has heard it',
            'delivery_3l2mE0sYV1uXr2nJ8Zk0Qw',
          ),
          header('webhook-timestamp', 'Of the attempt, in seconds since 1970', '1772532672'),
          header(
            'webhook-signature',
            'As Standard Webhooks defines it',
            'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
          ),
        ],
        requestBody: {
          ...{
            required: true,
            description: 'With `format` `parapet`; a chat is sent what it takes',
          },
          content: { 'application/json': { schema: { $ref: getSchemaPath(WebhookPayload) } } },
        },
        responses: {
          '2XX': { description: 'Heard' },
          '410': { description: 'The webhook is disabled' },
          default: { description: 'Sent again later, with growing pauses' },
        },
      },
    },
  },
};
