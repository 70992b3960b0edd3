import { Logger } from '@nestjs/common';
import type { Metrics } from '@parapet/chassis';
import { Unavailable } from '@parapet/contracts';
import { Gauge } from 'prom-client';

/** Values by webhook, or one without a label. */
export type GaugeValues = readonly (readonly [
  labels: { readonly webhook_id?: string },
  value: number,
])[];

/** Registers a gauge whose values are read when they are asked for. A scrape is always answered: what cannot be read is left out. */
export function readGauge(
  { registry }: Metrics,
  { name, help }: { readonly name: string; readonly help: string },
  read: () => Promise<GaugeValues>,
): void {
  const logger = new Logger('metrics');
  new Gauge({
    ...{ name, help, labelNames: ['webhook_id'], registers: [registry] },
    async collect() {
      const values = await read().catch((error: unknown) => {
        if (!(error instanceof Unavailable)) logger.error(error);
        return [];
      });
      this.reset();
      for (const [labels, value] of values) this.set(labels, value);
    },
  });
}
