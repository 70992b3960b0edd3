import { type Admin, Kafka, logLevel } from 'kafkajs';
import { clientOptions } from './client-options';
import type { KafkaConnection } from './kafka-options';
import { mendKafkajs } from './mend-kafkajs';
import { Sockets } from './sockets';
import { within } from './within';

/** How long connecting may take, a login included: what is asked for then may take longer. */
const CONNECT_MS = 5_000;

/**
 * Does what is asked of the cluster itself (topics, groups), with connections of its own that are ended afterwards. Who has tried
 * in vain says how often.
 */
export async function withAdmin<T>(
  where: KafkaConnection,
  work: (admin: Admin) => Promise<T>,
  inVain = 0,
): Promise<T> {
  mendKafkajs();
  const sockets = new Sockets(where);
  const admin = new Kafka({
    ...clientOptions(where, inVain),
    socketFactory: sockets.make,
    requestTimeout: 10_000,
    retry: {
      retries: Math.max(1, where.brokers.length - 1),
      initialRetryTime: 50,
      maxRetryTime: 200,
    },
    logLevel: logLevel.NOTHING,
    logCreator: () => () => undefined,
  }).admin();
  try {
    await within(CONNECT_MS, 'connecting', admin.connect());
    return await work(admin);
  } finally {
    sockets.end('done');
  }
}
