import { Injectable } from '@nestjs/common';
import { Clock } from '@parapet/chassis';
import { type DeliveryAttempt, isoTime, type Webhook } from '@parapet/contracts';
import { toldHeaders } from '../egress/echoes';
import { type Posted, type PostRequest, WebhookClient } from '../egress/webhook-client';
import { Breakers } from '../health/breakers';
import { KEY_MISSING, withKey } from '../message/routing-key';
import { OpenedWebhooks } from '../webhook/opened-webhooks';
import { SealBroken } from '../webhook/secret-box';
import { signedHeaders } from './sign-delivery';

/** What an attempt needs to know of the delivery. */
export interface Deliverable {
  readonly id: string;
  readonly body: string;
  readonly attempts: readonly DeliveryAttempt[];
  /** W3C `traceparent` of what it belongs to, where that is traced. */
  readonly traceparent?: string;
}

export interface Attempted {
  readonly attempt: DeliveryAttempt;
  /** The `Retry-After` header as it came. */
  readonly retryAfter: string | null;
  /** `since` of the webhook that was asked. */
  readonly webhookSince?: string;
}

type Outgoing = Pick<PostRequest, 'headers' | 'body'>;

/** Whether the receiver took it: any 2xx, answered whole and in time. */
export const succeeded = ({ error }: DeliveryAttempt): boolean => error === null;

/** Makes one attempt: the one code path of delivery, retry, test and redelivery. Never rejects for what a receiver does. */
@Injectable()
export class AttemptDelivery {
  private isCut = false;

  constructor(
    private readonly client: WebhookClient,
    private readonly opened: OpenedWebhooks,
    private readonly clock: Clock,
    private readonly breakers: Breakers,
  ) {}

  async make(webhook: Webhook, delivery: Deliverable): Promise<Attempted> {
    const startedAt = this.clock.now();
    const began = performance.now();
    const outgoing = this.outgoing(webhook, delivery, startedAt);
    const posted =
      typeof outgoing === 'string'
        ? { ...NOTHING_SENT, message: outgoing }
        : await this.client.post(postOf(webhook, delivery, outgoing));
    const { status, response, address, retryAfter } = posted;
    const attempt = {
      number: (delivery.attempts.at(-1)?.number ?? 0) + 1,
      started_at: isoTime(startedAt),
      duration_ms: Math.round(performance.now() - began),
      request_headers: typeof outgoing === 'string' ? {} : toldHeaders(outgoing.headers),
      ...{ status, response, address },
      ...failure(posted),
    };
    this.breakers.ended(webhook, attempt, retryAfter);
    return { attempt, retryAfter, webhookSince: webhook.since };
  }

  /** Whether what was in flight was cut: what that made fail is not the receiver's failure. */
  get wasCutOff(): boolean {
    return this.isCut;
  }

  /** Cuts what is in flight. */
  cutOff(): Promise<void> {
    this.isCut = true;
    return this.client.close();
  }

  /** What an attempt sends that is made now; why there is nothing to be sent. */
  private outgoing(webhook: Webhook, delivery: Deliverable, now: number): Outgoing | string {
    try {
      const { secrets, headers } = this.opened.at(webhook, isoTime(now));
      const body = withKey(delivery.body, headers);
      if (body === null) return KEY_MISSING;
      const signed = signedHeaders({ deliveryId: delivery.id, body, secrets, now });
      return { headers: { ...headers, ...signed }, body };
    } catch (error) {
      if (error instanceof SealBroken) return error.message;
      throw error;
    }
  }
}

const postOf = (
  { id, url }: Webhook,
  { id: delivery, attempts, traceparent }: Deliverable,
  outgoing: Outgoing,
): PostRequest => {
  const post = { url, ...outgoing };
  if (traceparent === undefined) return post;
  const facts = { 'parapet.webhook.id': id, 'parapet.delivery.id': delivery };
  const last = attempts.at(-1);
  const resent = last && { 'http.request.resend_count': last.number };
  return { ...post, trace: { parent: traceparent, facts: { ...facts, ...resent } } };
};

/** As `Posted`, or nothing was sent because the secret or the headers cannot be read, or the key is not among them (`secret`). */
type Sent = Omit<Posted, 'error'> & { readonly error: Posted['error'] | 'secret' };

const NOTHING_SENT: Sent = {
  ...{ status: null, error: 'secret', message: '', response: '', address: null, retryAfter: null },
};

function failure({ status, error, message }: Sent): { error: string | null; message: string } {
  if (error !== null || status === null) return { error: error ?? 'closed', message };
  if (status >= 200 && status < 300) return { error: null, message: '' };
  return { error: 'status', message: `the receiver answered ${status}` };
}
