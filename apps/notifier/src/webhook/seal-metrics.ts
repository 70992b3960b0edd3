import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Metrics } from '@parapet/chassis';
import { readGauge } from '../health/read-gauge';
import { hasSealOf } from './reseal-webhook';
import { SecretBox } from './secret-box';
import { WebhookTable } from './webhook-table';

const FORMER = {
  name: 'parapet_webhooks_sealed_with_former_key',
  help: 'Webhooks of which something is still sealed with a key of SECRET_KEY_PREVIOUS; of all replicas alike.',
};

/** How far a change of `SECRET_KEY` is. */
@Injectable()
export class SealMetrics implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly webhooks: WebhookTable,
    private readonly box: SecretBox,
  ) {}

  onModuleInit(): void {
    readGauge(this.metrics, FORMER, async () => {
      const former = [...this.webhooks.values()].filter((w) => hasSealOf('former', w, this.box));
      return [[{}, former.length]];
    });
  }
}
