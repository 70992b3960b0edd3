import { Injectable } from '@nestjs/common';
import { Clock } from '@parapet/chassis';
import { type DeliveryAttempt, isoTime, type Webhook } from '@parapet/contracts';
import { toldHeaders } from '../egress/echoes';
import { type Posted, WebhookClient } from '../egress/webhook-client';
import { Breakers } from '../health/breakers';
import { OpenedWebhooks } from '../webhook/opened-webhooks';
import { SealBroken } from '../webhook/secret-box';
import { signedHeaders } from './sign-delivery';

/** What an attempt needs to know of the delivery. */
export interface Deliverable {
  readonly id: string;
  readonly body: string;
  readonly attempts: readonly DeliveryAttempt[];
}

export interface Attempted {
  readonly attempt: DeliveryAttempt;
  /** The `Retry-After` header as it came. */
  readonly retryAfter: string | null;
  /** `since` of the webhook that was asked. */
  readonly webhookSince?: string;
}

/** Whether the receiver took it: any 2xx, answered whole and in time. */
export const succeeded = ({ error }: DeliveryAttempt): boolean => error === null;

/** Makes one attempt: the one code path of delivery, retry, test and redelivery. Never rejects for what a receiver does. */
@Injectable()
export class AttemptDelivery {
  constructor(
    private readonly client: WebhookClient,
    private readonly opened: OpenedWebhooks,
    private readonly clock: Clock,
    private readonly breakers: Breakers,
  ) {}

  async make(webhook: Webhook, delivery: Deliverable): Promise<Attempted> {
    const startedAt = this.clock.now();
    const began = performance.now();
    const posted = await this.post(webhook, delivery, startedAt);
    const { request_headers, retryAfter, status, response, address } = posted;
    const attempt = {
      number: (delivery.attempts.at(-1)?.number ?? 0) + 1,
      started_at: isoTime(startedAt),
      duration_ms: Math.round(performance.now() - began),
      ...{ request_headers, status, response, address },
      ...failure(posted),
    };
    this.breakers.ended(webhook.id, attempt);
    return { attempt, retryAfter, webhookSince: webhook.since };
  }

  private async post(webhook: Webhook, { id, body }: Deliverable, now: number): Promise<Sent> {
    try {
      const { secrets, headers: theirs } = this.opened.at(webhook, isoTime(now));
      const headers = { ...theirs, ...signedHeaders({ deliveryId: id, body, secrets, now }) };
      const posted = await this.client.post({ url: webhook.url, headers, body });
      return { ...posted, request_headers: toldHeaders(headers) };
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error;
      return { ...NOTHING_SENT, message: error.message };
    }
  }
}

/** As `Posted`, or nothing was sent because the secret or the headers cannot be read (`secret`). */
type Sent = Omit<Posted, 'error'> & {
  readonly error: Posted['error'] | 'secret';
  readonly request_headers: Readonly<Record<string, string>>;
};

const NOTHING_SENT: Sent = {
  ...{ status: null, error: 'secret', message: '', response: '', address: null, retryAfter: null },
  request_headers: {},
};

function failure({ status, error, message }: Sent): { error: string | null; message: string } {
  if (error !== null || status === null) return { error: error ?? 'closed', message };
  if (status >= 200 && status < 300) return { error: null, message: '' };
  return { error: 'status', message: `the receiver answered ${status}` };
}
