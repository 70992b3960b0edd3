import { Injectable } from '@nestjs/common';
import { Clock, Settings } from '@parapet/chassis';
import { type Delivery, isoTime, Problem, TOPICS } from '@parapet/contracts';
import type { StoredWebhook } from '../webhook/webhook.collection';
import { WebhookCommands } from '../webhook/webhook-commands';

/** Which deliveries may be asked for again. */
@Injectable()
export class Redeliverable {
  constructor(
    private readonly webhooks: WebhookCommands,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  /** @throws Problem `not_found`; `conflict` while the webhook is disabled */
  async webhook(id: string): Promise<StoredWebhook> {
    const webhook = await this.webhooks.find(id);
    if (webhook.enabled) return webhook;
    throw new Problem(
      'conflict',
      `${id} is disabled`,
      'enable it (PATCH /v1/webhooks/{id}), then redeliver',
    );
  }

  /** @throws Problem `conflict` when it would no longer be kept at the end of its schedule */
  delivery({ id, created_at }: Pick<Delivery, 'id' | 'created_at'>): void {
    if (created_at > this.madeAfter()) return;
    throw new Problem(
      'conflict',
      `${id} is too old: it might be forgotten before its last attempt`,
      'deliveries are kept for 90 days; the issue that it tells of is kept longer (GET /v1/issues/{id})',
    );
  }

  /**
   * Deliveries that were made later are kept until their schedule is over, however much longer their receiver asks for: each wait may
   * become as long as the next.
   */
  madeAfter(): string {
    const longest = 2 * this.settings.webhookScheduleMs.reduce((sum, ms) => sum + ms, 0);
    return isoTime(this.clock.now() - Math.max(0, TOPICS.deliveries.retentionMs - longest));
  }
}
