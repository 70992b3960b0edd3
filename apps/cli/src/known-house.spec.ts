import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startWithoutServing } from '@parapet/chassis';
import { testSettings } from '@parapet/chassis/testing';
import { ofKnownHouse } from './known-house';
import { ServicesModule } from './services.module';
import { call } from './testing/call';

let dataDir: string;
beforeEach(() => {
  dataDir = join(mkdtempSync(join(tmpdir(), 'parapet-cli-')), 'data');
});
afterEach(() => rmSync(join(dataDir, '..'), { recursive: true }));

const parked = () => call(['parked'], { settings: () => ofKnownHouse(testSettings({ dataDir })) });

test('where no house is a command says so, and makes none', async () => {
  expect(await parked()).toEqual({
    ...{ code: 1, answer: '' },
    said: expect.stringMatching(/^There is no house in .*data: set DATA_DIR, or EVENT_LOG=kafka/),
  });
  expect(existsSync(dataDir)).toBe(false);
});

test('where one was it is told of', async () => {
  await (await startWithoutServing(ServicesModule, testSettings({ dataDir }))).close();
  expect(await parked()).toEqual({ code: 0, answer: 'Nothing is parked.\n', said: '' });
});
