import { Logger } from '@nestjs/common';
import { Metrics } from '../process/metrics';
import { systemClock } from '../process/clock';
import { readSettings } from '../settings/read-settings';
import { SettingsError } from '../settings/settings-error';
import { openStorage, type StorageOptions } from './storage';

beforeAll(() => Logger.overrideLogger(false));

const options = (url: string): StorageOptions => ({
  settings: readSettings({
    ...{
      EVENT_LOG: 'kafka',
      KAFKA_BROKERS: '127.0.0.1:1',
      READ_MODEL: 'mongodb',
      MONGODB_URL: url,
    },
    ...{ SECRET_KEY: 'a secret key for tests, 32 characters' },
    ...{ ADMIN_TOKEN: 'an admin token of 32 characters.' },
  }),
  ...{ clock: systemClock, metrics: new Metrics() },
});

const refusalOf = (opening: Promise<unknown>): Promise<unknown> =>
  opening.then(
    () => undefined,
    (error: unknown) => error,
  );

test('a wrong MONGODB_URL is said in a sentence while Kafka is away, without its password', async () => {
  const error = await refusalOf(openStorage(options('mongodb://u:hunter2@h:27017/p?foo=1')));
  expect(error).toBeInstanceOf(SettingsError);
  expect(String(error)).toContain('MONGODB_URL cannot be used: option foo is not supported.');
  expect(String(error)).not.toContain('hunter2');
});

test('who is told to stop while both are away gives up', async () => {
  const stopping = new AbortController();
  const waited = new Set<string>();
  const waiting = (part: string) => void waited.add(part);
  const url = 'mongodb://127.0.0.1:1/p';
  const opening = refusalOf(openStorage({ ...options(url), waiting, signal: stopping.signal }));
  stopping.abort(new Error('stopped'));
  expect(String(await opening)).toMatch(/stopped|aborted/);
  expect([...waited]).toEqual(['log', 'documents']);
});
