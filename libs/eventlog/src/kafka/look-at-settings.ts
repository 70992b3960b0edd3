import { TOPICS } from '@parapet/contracts';
import { type Admin, ConfigResourceTypes } from 'kafkajs';
import type { DeliveryLogger } from '../delivery/delivery-options';
import { MAX_MESSAGE_BYTES } from './append-size';
import type { KafkaEventLogOptions } from './kafka-options';
import type { Names } from './names';

/** What a topic is set to: by the name of each setting. */
type Settings = Readonly<Record<string, string | undefined>>;

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
    const settings = await describe(admin, names.topics);
    for (const { name, retentionMs } of Object.values(TOPICS)) {
      const topic = names.topic(name);
      const is = settings.get(topic) ?? {};
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

async function describe(
  admin: Admin,
  topics: readonly string[],
): Promise<ReadonlyMap<string, Settings>> {
  const resources = topics.map((name) => ({ type: ConfigResourceTypes.TOPIC, name }));
  const described = await admin.describeConfigs({ resources, includeSynonyms: false });
  return new Map(
    described.resources.map(({ resourceName, configEntries }) => {
      const settings = configEntries.map((c) => [c.configName, c.configValue]);
      return [resourceName, Object.fromEntries(settings)];
    }),
  );
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

const losing = (is: Settings, isForEver: boolean): readonly Fault[] =>
  [...(isForEver ? LOSES_IN_TIME : []), ...LOSES].flatMap(([setting, bad, set]) =>
    bad.test(is[setting] ?? '') ? [{ setting, is: is[setting], set }] : [],
  );

function refusing(is: Settings): readonly Fault[] {
  const setting = 'max.message.bytes';
  if (!(Number(is[setting]) < MAX_MESSAGE_BYTES)) return [];
  return [{ setting, is: is[setting], set: String(MAX_MESSAGE_BYTES) }];
}
