import { systemClock } from '../process/clock';
import { Metrics } from '../process/metrics';
import { saidPlainly } from '../process/said-plainly';
import { readSettings } from '../settings/read-settings';
import { openDocuments } from './open-documents';

test('a login that MongoDB refuses is told in one sentence, without a stack', async () => {
  const url = new URL(process.env['MONGODB_URL'] ?? '');
  [url.username, url.password] = ['nobody', 'hunter2'];
  const settings = readSettings({
    ...{ EVENT_LOG: 'kafka', READ_MODEL: 'mongodb', MONGODB_URL: String(url) },
    KAFKA_BROKERS: 'broker.example:9092',
    SECRET_KEY: 'a secret key for tests, 32 characters',
    ADMIN_TOKEN: 'an admin token of 32 characters.',
  });
  const opening = openDocuments({ settings, clock: systemClock, metrics: new Metrics() });
  const error: unknown = await opening.catch((thrown: unknown) => thrown);
  expect(saidPlainly(error)).toMatch(/^MongoDB does not let this process in: [^\n]+$/);
});
