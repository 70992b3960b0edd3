import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { Metrics } from '../process/metrics';
import { systemClock } from '../process/clock';
import { saidPlainly } from '../process/said-plainly';
import { readSettings } from '../settings/read-settings';
import { SettingsError } from '../settings/settings-error';
import { openDocuments } from './open-documents';
import { openLog } from './open-log';
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

test('a log or documents that another process has are told in one sentence, without a stack', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parapet-in-use-'));
  const settings = { ...options('mongodb://h/p').settings, dataDir, kafka: null, mongodbUrl: null };
  const here: StorageOptions = { settings, clock: systemClock, metrics: new Metrics() };
  const { log, store } = await openStorage(here);
  try {
    const ofLog = saidPlainly(await refusalOf(openLog(here)));
    expect(ofLog).toMatch(/^\S+ is in use by another process: [^\n]+$/);
    const ofDocuments = saidPlainly(await refusalOf(openDocuments(here)));
    expect(ofDocuments).toMatch(/^The read model \S+ is in use by another process: [^\n]+$/);
  } finally {
    await log.close();
    await store.close();
    rmSync(dataDir, { recursive: true });
  }
});
