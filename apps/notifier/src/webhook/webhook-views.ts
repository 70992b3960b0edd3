import { Injectable } from '@nestjs/common';
import { Clock } from '@parapet/chassis';
import { isoTime, type Webhook } from '@parapet/contracts';
import { ReadModel } from '@parapet/readmodel';
import { WEBHOOK_HEALTH } from '../health/webhook-health.collection';
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
    return webhooks.map((webhook) => renderWebhook(webhook, at, health.get(webhook.id)));
  }

  async one(webhook: Webhook): Promise<WebhookView> {
    const health = await this.store.get(WEBHOOK_HEALTH, webhook.id);
    return renderWebhook(webhook, isoTime(this.clock.now()), health);
  }
}
