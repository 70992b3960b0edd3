import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Metrics } from '@parapet/chassis';
import { ReadModel } from '@parapet/readmodel';
import { WebhookTable } from '../webhook/webhook-table';
import { Breakers } from './breakers';
import { readGauge } from './read-gauge';
import { shownWebhooks } from './shown-webhooks';
import { WEBHOOK_HEALTH } from './webhook-health.collection';

/** Which receivers this process leaves alone because they are down. */
@Injectable()
export class BreakerMetrics implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly store: ReadModel,
    private readonly webhooks: WebhookTable,
    private readonly breakers: Breakers,
  ) {}

  onModuleInit(): void {
    const about = {
      name: 'parapet_webhook_breaker_open',
      help: 'Whether this process leaves a receiver alone because it is down (1) or not (0), by webhook. 0 once any process has reached it.',
    };
    readGauge(this.metrics, about, async () => {
      const ids = shownWebhooks(this.webhooks);
      const down = await this.stillDown(ids.filter((id) => this.breakers.isDown(id)));
      return ids.map((webhook_id) => [{ webhook_id }, down.has(webhook_id) ? 1 : 0]);
    });
  }

  /** Where another process has found the receiver up and sent all that waited, this one has nothing to ask it with, perhaps for days. */
  private async stillDown(ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const health = await this.store.getMany(WEBHOOK_HEALTH, ids, ['run']);
    return new Set(ids.filter((id) => health.get(id)?.run !== null));
  }
}
