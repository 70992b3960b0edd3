import { settingsOn } from '../kit/apart.mjs';
import { fillLog } from './filled-log.mjs';

/**
 * Topics of their own in which so many observations wait for detection.
 * @returns what processes are told that share them (see `settingsOn`)
 */
export async function filledTopics(servers, observations) {
  const { openKafkaEventLog } = (await import('../../libs/eventlog/dist/kafka/index.js')).default;
  const settings = settingsOn(servers);
  const log = await openKafkaEventLog({
    brokers: settings.KAFKA_BROKERS.split(','),
    prefix: settings.KAFKA_TOPIC_PREFIX,
    replication: Number(settings.KAFKA_REPLICATION),
  });
  await fillLog(log, observations);
  await log.close();
  return settings;
}
