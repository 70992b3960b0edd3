import { randomBytes } from 'node:crypto';
import { readSettings, type Settings } from '@parapet/chassis';
import { removeTopics } from '@parapet/eventlog/kafka';
import { dropDatabase } from '@parapet/readmodel/mongodb';

const SECRET_KEY = 'a secret key for tests, 32 characters';

/** Settings of a deployment of its own on the servers that are there. */
export function ownDeployment(): Settings {
  const { KAFKA_BROKERS, MONGODB_URL } = process.env;
  if (!KAFKA_BROKERS || !MONGODB_URL)
    throw new Error('KAFKA_BROKERS and MONGODB_URL must say where a Kafka and a MongoDB answer');
  const name = `live-${randomBytes(6).toString('hex')}`;
  const url = Object.assign(new URL(MONGODB_URL), { pathname: `/${name}` }).href;
  return readSettings({
    ...{
      EVENT_LOG: 'kafka',
      KAFKA_BROKERS,
      KAFKA_TOPIC_PREFIX: `${name}.`,
      KAFKA_REPLICATION: '1',
    },
    ...{ READ_MODEL: 'mongodb', MONGODB_URL: url, RATE_LIMIT: 'off', LOG_LEVEL: 'silent' },
    ...{ SECRET_KEY, ADMIN_TOKEN: 'an admin token of 32 characters.' },
    ...{ WEBHOOK_ALLOW_HTTP: 'on', WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' },
  });
}

/** Removes what it had on the servers, after its processes have ended. */
export async function removeDeployment({ mongodbUrl, kafka }: Settings): Promise<void> {
  if (mongodbUrl !== null) await dropDatabase(mongodbUrl);
  if (kafka) await removeTopics({ brokers: kafka.brokers, prefix: kafka.prefix });
}
