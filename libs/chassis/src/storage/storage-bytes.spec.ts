import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storageBytes } from './storage-bytes';

const EMBEDDED = { eventLog: 'embedded', readModel: 'embedded' } as const;
let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'parapet-bytes-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const put = (name: string, bytes: number): void =>
  writeFileSync(join(dataDir, name), Buffer.alloc(bytes));

test('a database weighs what its file does and what lies beside it', async () => {
  put('log.sqlite', 1_000);
  put('log.sqlite-wal', 200);
  put('documents.sqlite', 50);
  put('documents.sqlite-shm', 7);
  put('secret-key', 10_000);
  expect(await storageBytes({ dataDir, ...EMBEDDED })).toEqual({
    ...{ event_log: 1_200, read_model: 57 },
    free: expect.any(Number),
  });
});

test('nothing is weighed where servers keep both, or where there is no such folder', async () => {
  const servers = { eventLog: 'kafka', readModel: 'mongodb' } as const;
  expect(await storageBytes({ dataDir, ...servers })).toBeNull();
  expect(await storageBytes({ dataDir: join(dataDir, 'none'), ...EMBEDDED })).toBeNull();
});
