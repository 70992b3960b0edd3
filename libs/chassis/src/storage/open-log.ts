import { Logger } from '@nestjs/common';
import {
  type DeliveryLogger,
  type DeliveryObserver,
  type EventLog,
  openEmbeddedEventLog,
} from '@parapet/eventlog';
import { dataFile } from '../settings/data-folder';
import { inDataFolder } from './in-data-folder';
import { orSettingsError } from './or-settings-error';
import type { StorageOptions } from './storage';
import { FILES } from './storage-bytes';

const logger = new Logger('log');
const deliveryLogger: DeliveryLogger = {
  warn: (fields, msg) => logger.warn({ ...fields, msg }),
  error: (fields, msg) => logger.error({ ...fields, msg }),
};

/** Opens the log that the settings name. Drivers of servers are loaded only where they are used. @throws SettingsError */
export async function openLog(options: StorageOptions): Promise<EventLog> {
  const { settings, clock, metrics, onLost, signal } = options;
  const observer: DeliveryObserver = {
    count: (what, { group, topic }, count) =>
      metrics.consumed({ topic, group, outcome: what, count }),
  };
  const { expires = false } = options;
  const retention = { observations: settings.observationRetentionMs };
  const alike = {
    ...{ expires, retention },
    logger: deliveryLogger,
    now: () => clock.now(),
    observer,
  };
  if (options.inMemory) return openEmbeddedEventLog({ ...alike, path: ':memory:' });
  if (settings.kafka) {
    const { KafkaRefusal, openKafkaEventLog } = await import('@parapet/eventlog/kafka');
    const { ssl, sasl, ...kafka } = settings.kafka;
    const opening = openKafkaEventLog({
      // Who is told another prefix than the services would find a house that is new, and all well in it.
      ...{ ...alike, ...kafka, creates: expires },
      ...(ssl && { ssl }),
      ...(sasl && { sasl }),
      ...(onLost && { onLost }),
      ...(signal && { signal }),
    });
    return orSettingsError(opening, (error) => error instanceof KafkaRefusal);
  }
  const path = dataFile(settings.dataDir, FILES.log);
  return inDataFolder(openEmbeddedEventLog({ ...alike, path, ...(onLost && { onFatal: onLost }) }));
}
