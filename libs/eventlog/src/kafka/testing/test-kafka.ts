import { randomBytes } from 'node:crypto';
import type { KafkaEventLog } from '../kafka-event-log';
import type { KafkaEventLogOptions } from '../kafka-options';
import { openKafkaEventLog } from '../open-kafka-event-log';
import { removeTopics } from '../remove-topics';
import { testBrokers } from './test-brokers';

const silent = { warn: () => undefined, error: () => undefined };

type More = Partial<KafkaEventLogOptions>;

/** A house of its own in the Kafka of the tests: a prefix that nobody else has. */
export interface TestKafka {
  readonly options: KafkaEventLogOptions & { readonly prefix: string };
  /** Opens the log, closed at the end of the test. */
  open(more?: More): Promise<KafkaEventLog>;
}

/** Hands a test its Kafka (another than the usual one by `where`), and removes whatever happens what it made there. */
export async function withKafka(
  test: (kafka: TestKafka) => Promise<void>,
  where: More = {},
): Promise<void> {
  const options = {
    brokers: testBrokers(),
    prefix: `test-${randomBytes(6).toString('hex')}.`,
    replication: 1,
    logger: silent,
    delays: { firstMs: 1, maxMs: 50 },
    ...where,
  };
  const logs: KafkaEventLog[] = [];
  const open = async (more: More = {}): Promise<KafkaEventLog> => {
    const log = await openKafkaEventLog({ ...options, ...more });
    logs.push(log);
    return log;
  };
  try {
    await test({ options, open });
  } finally {
    await Promise.all(logs.map((log) => log.close()));
    await removeTopics(options);
  }
}
