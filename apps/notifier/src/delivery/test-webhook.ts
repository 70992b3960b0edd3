import { Injectable } from '@nestjs/common';
import { askedBy, Clock, type UserCaller } from '@parapet/chassis';
import {
  type DeliveryPlanned,
  envelope,
  isoTime,
  randomId,
  Unavailable,
  type Webhook,
} from '@parapet/contracts';
import { renderMessage } from '../message/render-message';
import { AttemptDelivery, succeeded } from './attempt-delivery';
import type { WebhookTestView } from './delivery.http';
import { TEST_EVENT } from './delivery-events';
import { DeliveryFacts } from './delivery-facts';
import { LEASE_MS } from './delivery-leases';
import { Moments } from './moments';
import { settleAttempt } from './settle-attempt';

const TEST_ISSUE = {
  kind: TEST_EVENT,
  issue_id: 'issue_test',
  title: 'A test of this webhook',
  severity: 'low',
  verdict: 'detected',
} as const;

/** Sends a made-up event through the code path of every delivery, once, and keeps the attempt as a delivery. */
@Injectable()
export class TestWebhook {
  constructor(
    private readonly attempts: AttemptDelivery,
    private readonly facts: DeliveryFacts,
    private readonly moments: Moments,
    private readonly clock: Clock,
  ) {}

  /** @throws Unavailable when the attempt was made but cannot be recorded, or was cut off */
  async run(webhook: Webhook, caller: UserCaller): Promise<WebhookTestView> {
    const planned = this.plan(webhook, caller);
    const { delivery_id: id, body } = planned.data;
    const made = await this.attempts.make(webhook, { id, body, attempts: [] });
    if (!succeeded(made.attempt) && this.attempts.wasCutOff)
      throw new Unavailable('the test was cut off: this process stops', 1);
    const result = settleAttempt(
      { id, webhook_id: webhook.id, event: TEST_EVENT, tries: 0 },
      made,
      this.moments.moment(),
      this.moments.origin(id),
    );
    if (!(await this.facts.appendAndProject(webhook.id, [planned, result])))
      throw new Unavailable('the test was made but cannot be read yet', 5, {
        advice: `GET /v1/deliveries/${id} has what came of it, in 5 s`,
      });
    return { id, succeeded: succeeded(made.attempt), body, attempt: made.attempt };
  }

  /** Planned for the end of a lease: if this process dies in between, nobody sends it in the meantime. */
  private plan(webhook: Webhook, caller: UserCaller): DeliveryPlanned {
    const origin = askedBy(caller, this.clock);
    const { publicUrl } = this.moments;
    return {
      ...envelope('DeliveryPlanned', origin),
      data: {
        delivery_id: randomId('delivery'),
        webhook_id: webhook.id,
        issue_id: TEST_ISSUE.issue_id,
        event: TEST_ISSUE.kind,
        body: renderMessage(webhook.format, { ...TEST_ISSUE, time: origin.time }, publicUrl),
        next_at: isoTime(this.clock.now() + LEASE_MS),
      },
    };
  }
}
