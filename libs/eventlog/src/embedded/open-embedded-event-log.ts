import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { BelievedTime, isoTime, TOPICS } from '@parapet/contracts';
import { endProcess, howOf, type LogHow, type LogOptions } from '../log-options';
import { EmbeddedEventLog } from './embedded-event-log';
import { LocalStore } from './local-store';
import { SqliteStore } from './sqlite-store';
import type { Layout, StoreThread } from './store-protocol';
import { WorkerStore } from './worker-store';

const HOUR = 3_600_000;

export interface EmbeddedEventLogOptions extends LogOptions {
  /** The file (its folder is made if missing), or ':memory:'. */
  readonly path: string;
  /** Whether what is older than its retention is removed. False for who only looks in, and may have been told another one. Default: true. */
  readonly expires?: boolean;
  /**
   * Called once when the thread that owns the file has died: every call rejects from then on, and only a new process helps.
   * Default: throws, which ends the process unless it handles uncaught exceptions.
   */
  readonly onFatal?: (error: Error) => void;
}

/**
 * Opens the log of one process. A file is owned by a worker thread, so that waiting for the disk never stalls requests;
 * ':memory:' stays on this thread. Sweeps by retention once now and then every hour, unless `expires` is false
 * or the clock has leapt ahead (`BelievedTime`).
 * @throws Error with a sentence: the file is in use, is no log, or has another layout.
 */
export async function openEmbeddedEventLog(
  options: EmbeddedEventLogOptions,
): Promise<EmbeddedEventLog> {
  const how = howOf(options);
  const store = await openStore(options);
  const log = new EmbeddedEventLog(store, await store.call('ends', null), {
    ...how,
    retention: options.retention ?? {},
  });
  if (options.expires ?? true) sweepHourly(log, how);
  return log;
}

function sweepHourly(log: EmbeddedEventLog, { now, logger }: LogHow): void {
  let time: BelievedTime | undefined;
  const sweep = async (): Promise<void> => {
    time ??= new BelievedTime({ now }, (await log.newest()) ?? now());
    const believed = time.get();
    if (believed === null) return;
    if (now() - believed > HOUR)
      logger.warn(
        { told: isoTime(now()), believed: isoTime(believed) },
        'the clock is far ahead of the newest record: nothing is removed by it before it has stayed there for half an hour',
      );
    await log.sweep(believed);
  };
  let isClosed = false;
  const sweepQuietly = (): void => {
    sweep().catch((err: unknown) => {
      if (!isClosed) logger.warn({ err }, 'old records were not removed');
    });
  };
  sweepQuietly();
  const timer = setInterval(sweepQuietly, HOUR).unref();
  log.onClose(() => {
    isClosed = true;
    clearInterval(timer);
  });
}

async function openStore({
  path,
  onFatal = endProcess,
}: EmbeddedEventLogOptions): Promise<StoreThread> {
  const layout: Layout = Object.fromEntries(
    Object.values(TOPICS).map(({ name, partitions }) => [name, partitions]),
  );
  if (path === ':memory:') return new LocalStore(new SqliteStore(path, layout));
  mkdirSync(dirname(path), { recursive: true });
  return WorkerStore.start({ path, layout }, onFatal);
}
