import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Metrics } from '@parapet/chassis';
import { ReadModel } from '@parapet/readmodel';
import { DueDeliveries } from '../delivery/due-deliveries';
import { WebhookTable } from '../webhook/webhook-table';
import { type GaugeValues, readGauge } from './read-gauge';
import { shownWebhooks } from './shown-webhooks';
import { stillPending } from './still-pending';
import { WEBHOOK_HEALTH } from './webhook-health.collection';

const OLDEST_DUE = {
  name: 'parapet_webhook_oldest_due_seconds',
  help: 'How long the delivery that is most overdue has been due; 0 when none is.',
};
const PENDING = {
  name: 'parapet_webhook_pending_deliveries',
  help: 'Deliveries that wait for an attempt, or have one under way, by webhook.',
};

/**
 * What waits to be delivered, as all replicas see it. Read when it is asked for: one look into an index, and for each webhook one
 * document, and one more look where something may wait. While the documents are away the series are missing, not zero.
 */
@Injectable()
export class BacklogMetrics implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly store: ReadModel,
    private readonly webhooks: WebhookTable,
    private readonly due: DueDeliveries,
  ) {}

  onModuleInit(): void {
    readGauge(this.metrics, OLDEST_DUE, async () => [
      [{}, (await this.due.mostOverdueMs()) / 1000],
    ]);
    readGauge(this.metrics, PENDING, () => this.pending());
  }

  private async pending(): Promise<GaugeValues> {
    const ids = shownWebhooks(this.webhooks);
    const health = await this.store.getMany(WEBHOOK_HEALTH, ids, ['pending']);
    const known = ids.map((id) => health.get(id) ?? { id, pending: 0 });
    const now = await Promise.all(known.map((one) => stillPending(this.store, one)));
    return now.map(({ id, pending }) => [{ webhook_id: id }, pending]);
  }
}
