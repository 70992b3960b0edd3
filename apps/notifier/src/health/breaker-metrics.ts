import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Metrics } from '@parapet/chassis';
import { WebhookTable } from '../webhook/webhook-table';
import { Breakers } from './breakers';
import { readGauge } from './read-gauge';
import { shownWebhooks } from './shown-webhooks';

/** Which receivers this process leaves alone because they are down. */
@Injectable()
export class BreakerMetrics implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly webhooks: WebhookTable,
    private readonly breakers: Breakers,
  ) {}

  onModuleInit(): void {
    const about = {
      name: 'parapet_webhook_breaker_open',
      help: 'Whether this process leaves a receiver alone because it is down (1) or not (0), by webhook.',
    };
    readGauge(this.metrics, about, async () =>
      shownWebhooks(this.webhooks).map((webhook_id) => [
        { webhook_id },
        this.breakers.isDown(webhook_id) ? 1 : 0,
      ]),
    );
  }
}
