import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OpenedLog, type OpenHow, testEventLog } from '../testing';
import { openEmbeddedEventLog } from './open-embedded-event-log';

const silent = { warn: () => undefined, error: () => undefined };
const delays = { firstMs: 1, maxMs: 4 };

const options = (path: string, { waitingItems }: OpenHow) => ({
  path,
  delays,
  logger: silent,
  // The samples are of one day, however long ago that is.
  expires: false,
  queue: waitingItems === undefined ? {} : { waitingItems },
});

async function inMemory(how: OpenHow): Promise<OpenedLog> {
  const log = await openEmbeddedEventLog(options(':memory:', how));
  return { log, close: () => log.close() };
}

async function inFile(how: OpenHow): Promise<OpenedLog> {
  const folder = await mkdtemp(join(tmpdir(), 'parapet-log-'));
  const path = join(folder, 'log.db');
  let log = await openEmbeddedEventLog(options(path, how));
  return {
    log,
    reopen: async () => {
      await log.close();
      return (log = await openEmbeddedEventLog(options(path, how)));
    },
    close: async () => {
      await log.close();
      await rm(folder, { recursive: true });
    },
  };
}

testEventLog('embedded in memory', inMemory, { keeps: false, boundedQueue: true });
testEventLog('embedded in a file', inFile, { keeps: true, boundedQueue: true });
