import { Injectable } from '@nestjs/common';
import { Clock } from '@parapet/chassis';
import { isoTime, type Webhook } from '@parapet/contracts';
import { ReadModel } from '@parapet/readmodel';
import { stillPending } from '../health/still-pending';
import { type StoredHealth, WEBHOOK_HEALTH } from '../health/webhook-health.collection';
import { renderWebhook, type WebhookView } from './webhook.http';

/** Webhooks as the API shows them, each with how its deliveries fare. */
@Injectable()
export class WebhookViews {
  constructor(
    private readonly store: ReadModel,
    private readonly clock: Clock,
  ) {}

  async all(webhooks: readonly Webhook[]): Promise<WebhookView[]> {
    const ids = webhooks.map(({ id }) => id);
    const health = await this.store.getMany(WEBHOOK_HEALTH, ids);
    const at = isoTime(this.clock.now());
    const views = webhooks.map((webhook) => this.shown(webhook, at, health.get(webhook.id)));
    return Promise.all(views);
  }

  async one(webhook: Webhook): Promise<WebhookView> {
    const health = await this.store.get(WEBHOOK_HEALTH, webhook.id);
    return this.shown(webhook, isoTime(this.clock.now()), health);
  }

  private async shown(webhook: Webhook, at: string, health?: StoredHealth): Promise<WebhookView> {
    return renderWebhook(webhook, at, health && (await stillPending(this.store, health)));
  }
}
