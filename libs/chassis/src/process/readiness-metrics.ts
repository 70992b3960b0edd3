import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Metrics } from './metrics';
import { Readiness } from './readiness';

const MISSING = {
  name: 'parapet_missing',
  help: 'What /readyz says, by what is asked for: 1 where it is missing, else 0.',
};

/** Tells what is missing whoever asks /readyz, and whether anybody does. */
@Injectable()
export class ReadinessMetrics {
  constructor({ registry }: Metrics, readiness: Readiness) {
    new Gauge({
      ...{ ...MISSING, labelNames: ['what'], registers: [registry] },
      async collect() {
        const missing = await readiness.missing();
        for (const what of readiness.asked()) this.set({ what }, what in missing ? 1 : 0);
      },
    });
  }
}
