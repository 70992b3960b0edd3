import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Unavailable } from '@parapet/contracts';
import { EventLogServer } from '@parapet/eventlog';
import { ProbeModule } from '../testing/probe.module';
import { testSettings } from '../testing/test-settings';
import { Porch } from './porch';
import { type Running, start } from './start';

const dataDir = mkdtempSync(join(tmpdir(), 'parapet-start-'));
let running: Running | undefined;
afterAll(async () => {
  jest.restoreAllMocks();
  await running?.close();
  rmSync(dataDir, { recursive: true });
});

test('a process whose consumers cannot begin yet lets go of its data, says why and tries again', async () => {
  const listen = jest.spyOn(EventLogServer.prototype, 'listen').mockImplementationOnce(() => {
    throw new Unavailable('the disk is full');
  });
  const waitsFor = jest.spyOn(Porch.prototype, 'waitsFor');
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  const settings = testSettings({ dataDir, port: 0, host: '127.0.0.1', metrics: false });
  running = await start({ name: 'house', module: ProbeModule, settings, isWhole: true });
  expect(listen).toHaveBeenCalledTimes(2);
  expect(waitsFor).toHaveBeenCalledWith('process', 'cannot serve yet: the disk is full');
});
