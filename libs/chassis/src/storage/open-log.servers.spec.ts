import { randomBytes } from 'node:crypto';
import { Metrics } from '../process/metrics';
import { systemClock } from '../process/clock';
import { saidPlainly } from '../process/said-plainly';
import { readSettings } from '../settings/read-settings';
import { openLog } from './open-log';

test('what Kafka does not let this process do is told in one sentence, without a stack', async () => {
  const settings = readSettings({
    ...{ EVENT_LOG: 'kafka', READ_MODEL: 'mongodb', MONGODB_URL: 'mongodb://h/p' },
    KAFKA_BROKERS: process.env['KAFKA_BROKERS'],
    KAFKA_TOPIC_PREFIX: `no-house-${randomBytes(6).toString('hex')}.`,
    ...{ SECRET_KEY: 'a secret key for tests, 32 characters' },
    ...{ ADMIN_TOKEN: 'an admin token of 32 characters.' },
  });
  const opening = openLog({ settings, clock: systemClock, metrics: new Metrics() });
  const error: unknown = await opening.catch((thrown: unknown) => thrown);
  expect(saidPlainly(error)).toMatch(/^There is no house with KAFKA_TOPIC_PREFIX=[^\n]+$/);
});
