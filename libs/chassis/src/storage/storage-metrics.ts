import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Metrics } from '../process/metrics';
import { Settings } from '../settings/settings.config';
import { freeBytes } from './storage-bytes';

const FREE = {
  name: 'parapet_storage_free_bytes',
  help: 'What the disk of embedded storage has left, in bytes. Without room whatever would change something is refused.',
};

/** How full the disk of embedded storage is; where servers keep what there is to keep, they tell it. */
@Injectable()
export class StorageMetrics {
  constructor({ registry }: Metrics, { dataDir, eventLog, readModel }: Settings) {
    if (eventLog !== 'embedded' || readModel !== 'embedded') return;
    new Gauge({
      ...{ ...FREE, registers: [registry] },
      async collect() {
        // A number that nobody knows must not look like one.
        this.set((await freeBytes(dataDir)) ?? NaN);
      },
    });
  }
}
