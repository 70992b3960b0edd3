import { TOPICS } from '@parapet/contracts';
import type { Admin } from 'kafkajs';
import type { DeliveryLogger } from '../delivery/delivery-options';
import { MAX_MESSAGE_BYTES } from './append-size';
import { type DescribedTopic, describeTopics, valueOf } from './describe-topics';
import type { KafkaEventLogOptions } from './kafka-options';
import type { Names } from './names';

interface Fault {
  readonly setting: string;
  readonly is: string | undefined;
  /** What to set it to. */
  readonly set: string;
}

/**
 * Looks at the topics that were made by others, or changed since: one that is to be kept for ever and is not would lose facts, and one that
 * takes less than what is written would refuse them. It is said and not changed: only who looks after Kafka knows why it is so.
 */
export async function lookAtSettings(
  admin: Admin,
  names: Names,
  { retention = {} }: KafkaEventLogOptions,
  logger: DeliveryLogger,
): Promise<void> {
  try {
    const described = await describeTopics(admin, names.topics);
    for (const { name, retentionMs } of Object.values(TOPICS)) {
      const topic = names.topic(name);
      const is = described.find(({ resourceName }) => resourceName === topic);
      if (!is) continue;
      // Where a process was told how long, it has made it so.
      const isForEver = retentionMs === null && retention[name] === undefined;
      for (const fault of losing(is, isForEver))
        logger.error({ topic, ...fault }, 'a topic loses facts: change its setting in Kafka');
      for (const fault of refusing(is))
        logger.warn(
          { topic, ...fault },
          'a topic refuses large facts: change its setting in Kafka',
        );
    }
  } catch (err) {
    logger.warn({ err }, 'the settings of topics could not be looked at');
  }
}

/** What a setting that loses facts is, and what to set instead. */
const LOSES: readonly (readonly [setting: string, bad: RegExp, set: string])[] = [
  ['cleanup.policy', /compact/, 'delete'],
  // What the broker compresses so cannot be read here.
  ['compression.type', /lz4|snappy/, 'producer'],
];
const LOSES_IN_TIME: typeof LOSES = [
  ['retention.ms', /^\d/, '-1'],
  ['retention.bytes', /^\d/, '-1'],
];

const losing = (topic: DescribedTopic, isForEver: boolean): readonly Fault[] =>
  [...(isForEver ? LOSES_IN_TIME : []), ...LOSES].flatMap(([setting, bad, set]) =>
    bad.test(valueOf(topic, setting) ?? '') ? [{ setting, is: valueOf(topic, setting), set }] : [],
  );

function refusing(topic: DescribedTopic): readonly Fault[] {
  const setting = 'max.message.bytes';
  const is = valueOf(topic, setting);
  if (!(Number(is) < MAX_MESSAGE_BYTES)) return [];
  return [{ setting, is, set: String(MAX_MESSAGE_BYTES) }];
}
