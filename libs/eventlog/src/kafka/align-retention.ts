import { type Topic, TOPICS } from '@parapet/contracts';
import { type Admin, ConfigResourceTypes, ConfigSource } from 'kafkajs';
import type { DeliveryLogger } from '../delivery/delivery-options';
import { type DescribedTopic, describeTopics, valueOf } from './describe-topics';
import type { KafkaEventLogOptions } from './kafka-options';
import type { Names } from './names';

const RETENTION = 'retention.ms';
const FOR_EVER = -1;

/**
 * Makes the retention of topics that were there before what this process was told it is. Topics for which it was told nothing
 * keep theirs. A change is said: processes that were told otherwise undo each other's at every start. Being refused (a cluster where
 * others look after topics) is said and no error.
 */
export async function alignRetention(
  admin: Admin,
  names: Names,
  { retention = {}, expires = true }: KafkaEventLogOptions,
  logger: DeliveryLogger,
): Promise<void> {
  const wanted = new Map<string, string>();
  for (const topic of Object.keys(TOPICS) as Topic[]) {
    const kept = retention[topic];
    if (kept !== undefined) wanted.set(names.topic(topic), String(kept ?? FOR_EVER));
  }
  if (wanted.size === 0 || !expires) return;
  try {
    for (const [topic, was] of await align(admin, wanted))
      logger.warn({ topic, was, is: wanted.get(topic) }, 'the retention of a topic was changed');
  } catch (err) {
    logger.warn({ err }, 'the retention of topics was not changed');
  }
}

/** @returns the topics that were changed, each with the retention it had */
async function align(
  admin: Admin,
  wanted: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string | undefined>> {
  const changed = (await describeTopics(admin, wanted.keys())).filter(
    (topic) => valueOf(topic, RETENTION) !== wanted.get(topic.resourceName),
  );
  const were = new Map(changed.map((t) => [t.resourceName, valueOf(t, RETENTION)]));
  if (changed.length === 0) return were;
  await admin.alterConfigs({
    validateOnly: false,
    resources: changed.map((topic) => ({
      type: ConfigResourceTypes.TOPIC,
      name: topic.resourceName,
      configEntries: [
        ...setHere(topic),
        { name: RETENTION, value: wanted.get(topic.resourceName) ?? '' },
      ],
    })),
  });
  return were;
}

/** What is set on the topic itself: altering without it would set it back to the cluster's defaults. */
const setHere = ({ configEntries }: DescribedTopic): { name: string; value: string }[] =>
  configEntries
    .filter((c) => c.configSource === ConfigSource.TOPIC_CONFIG && c.configName !== RETENTION)
    .map((c) => ({ name: c.configName, value: c.configValue }));
