import { Injectable } from '@nestjs/common';
import { WebhookTable } from '../webhook/webhook-table';
import { type Pace, paceOf } from './pace';

/** The pace of each webhook by the last attempt that ended in this process; of another URL, or enabled again, it is unknown. */
@Injectable()
export class Paces {
  private readonly byWebhook = new Map<string, Pace>();

  constructor(private readonly webhooks: WebhookTable) {
    webhooks.onChange((id, now, was) => {
      if (now?.since !== was?.since || !now?.enabled) this.byWebhook.delete(id);
    });
  }

  of(webhookId: string): Pace {
    return this.byWebhook.get(webhookId) ?? 'unknown';
  }

  /** An attempt has kept its place for so long (ms). Those to a webhook that is no more are of no use. */
  held(webhookId: string, ms: number): void {
    if (this.webhooks.get(webhookId)) this.byWebhook.set(webhookId, paceOf(ms));
  }
}
