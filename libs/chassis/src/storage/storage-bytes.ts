import { stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '../settings/settings.config';

/** The files of embedded storage, in the folder of the data. */
export const FILES = { log: 'log.sqlite', documents: 'documents.sqlite' } as const;

/** Bytes that embedded storage takes, and how many its disk has left. */
export interface StorageBytes {
  readonly event_log: number;
  readonly read_model: number;
  readonly free: number;
}

/** A database is one file and what SQLite keeps beside it. */
const PARTS = ['', '-wal', '-shm'] as const;

async function bytesOf(path: string): Promise<number> {
  const sizes = PARTS.map((part) =>
    stat(path + part).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** What a disk has left, in bytes; null where nobody knows. */
export const freeBytes = (folder: string): Promise<number | null> =>
  statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => null,
  );

/** Null where log and documents are not files of this machine. */
export async function storageBytes({
  dataDir,
  eventLog,
  readModel,
}: Pick<Settings, 'dataDir' | 'eventLog' | 'readModel'>): Promise<StorageBytes | null> {
  if (eventLog !== 'embedded' || readModel !== 'embedded') return null;
  const free = await freeBytes(dataDir);
  if (free === null) return null;
  const [event_log, read_model] = await Promise.all([
    bytesOf(join(dataDir, FILES.log)),
    bytesOf(join(dataDir, FILES.documents)),
  ]);
  return { event_log, read_model, free };
}
