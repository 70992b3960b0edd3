import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Metrics } from '../process/metrics';
import { testSettings } from '../testing';
import { StorageMetrics } from './storage-metrics';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'parapet-metrics-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const scraped = async (metrics: Metrics): Promise<string[]> =>
  (await metrics.registry.metrics())
    .split('\n')
    .filter((line) => line.startsWith('parapet_storage'));

test('the numbers of a house with embedded storage say what its disk has left', async () => {
  const metrics = new Metrics();
  new StorageMetrics(metrics, testSettings({ dataDir }));
  const [line = '', ...others] = await scraped(metrics);
  const [name, value] = line.split(' ');
  expect([name, others]).toEqual(['parapet_storage_free_bytes', []]);
  expect(Number(value)).toBeGreaterThan(0);
  rmSync(dataDir, { recursive: true });
  expect(await scraped(metrics)).toEqual(['parapet_storage_free_bytes Nan']);
});

test('where servers keep what there is to keep, nothing is said of it', async () => {
  const metrics = new Metrics();
  new StorageMetrics(metrics, testSettings({ dataDir, eventLog: 'kafka' }));
  expect(await scraped(metrics)).toEqual([]);
});
