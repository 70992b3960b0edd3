import { Injectable } from '@nestjs/common';
import { Clock } from '@parapet/chassis';
import { WebhookTable } from '../webhook/webhook-table';
import { afterTaking, type Pace, paceOf, type Told } from './pace';

/** What an attempt tells of a receiver. */
export interface Ended {
  readonly webhook_id: string;
  /** `since` of the webhook that was asked. */
  readonly webhook_since?: string;
  /** Null where none was made. */
  readonly attempt: { readonly duration_ms: number } | null;
}

/** The pace of each webhook by the attempts that ended in this process; of another URL, or enabled again, it is unknown. */
@Injectable()
export class Paces {
  private readonly byWebhook = new Map<string, Told>();

  constructor(
    private readonly clock: Clock,
    private readonly webhooks: WebhookTable,
  ) {
    webhooks.onChange((id, now, was) => {
      if (now?.since !== was?.since || !now?.enabled) this.byWebhook.delete(id);
    });
  }

  of(webhookId: string): Pace {
    return paceOf(this.byWebhook.get(webhookId), this.clock.elapsed());
  }

  /** Hears of an attempt. Those to a webhook that is no more, or was another then, say nothing. */
  ended({ webhook_id: id, webhook_since, attempt }: Ended): void {
    const webhook = this.webhooks.get(id);
    if (!attempt || !webhook || webhook.since !== webhook_since) return;
    const told = afterTaking(this.byWebhook.get(id), attempt.duration_ms, this.clock.elapsed());
    this.byWebhook.set(id, told);
  }
}
