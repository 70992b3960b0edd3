import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { TOPICS } from '@parapet/contracts';
import {
  type Delays,
  DELAYS,
  type DeliveryLogger,
  type DeliveryObserver,
} from '../delivery/delivery-options';
import { EmbeddedEventLog } from './embedded-event-log';
import { LocalStore } from './local-store';
import type { RetentionOverrides } from './retention';
import { SqliteStore } from './sqlite-store';
import type { Layout, StoreThread } from './store-protocol';
import { WorkerStore } from './worker-store';
import { QUEUE_LIMITS, type QueueLimits } from '../writing/group-queue';

const HOUR = 3_600_000;

export interface EmbeddedEventLogOptions {
  /** The file (its folder is made if missing), or ':memory:'. */
  readonly path: string;
  /** Milliseconds by topic; what is not named keeps what `TOPICS` says, null means for ever. */
  readonly retention?: RetentionOverrides;
  /** Whether what is older than that is removed. False for who only looks in, and may have been told another retention. Default: true. */
  readonly expires?: boolean;
  readonly logger?: DeliveryLogger;
  readonly observer?: DeliveryObserver;
  /** Waits between tries of a consumer. Default: 100 ms doubling to 5 s. */
  readonly delays?: Delays;
  /** Bounds of the write queue; what is not named keeps its default. */
  readonly queue?: Partial<QueueLimits>;
  /** Milliseconds since 1970; for retention and the time of parked records. Default: the machine's clock. */
  readonly now?: () => number;
  /**
   * Called once when the thread that owns the file has died: every call rejects from then on, and only a new process helps.
   * Default: throws, which ends the process unless it handles uncaught exceptions.
   */
  readonly onFatal?: (error: Error) => void;
}

const toConsole: DeliveryLogger = {
  warn: (fields, message) => console.warn(message, fields),
  error: (fields, message) => console.error(message, fields),
};

const endProcess = (error: Error): void => {
  setImmediate(() => {
    throw error;
  });
};

/**
 * Opens the log of one process. A file is owned by a worker thread, so that waiting for the disk never stalls requests;
 * ':memory:' stays on this thread. Sweeps by retention once now and then every hour, unless `expires` is false.
 * @throws Error with a sentence: the file is in use, is no log, or has another layout.
 */
export async function openEmbeddedEventLog(
  options: EmbeddedEventLogOptions,
): Promise<EmbeddedEventLog> {
  const now = options.now ?? Date.now;
  const logger = options.logger ?? toConsole;
  const store = await openStore(options);
  const log = new EmbeddedEventLog(store, await store.call('ends', null), {
    delays: options.delays ?? DELAYS,
    logger,
    observer: options.observer ?? { count: () => undefined },
    now,
    limits: { ...QUEUE_LIMITS, ...options.queue },
    retention: options.retention ?? {},
  });
  if (options.expires ?? true) sweepHourly(log, now, logger);
  return log;
}

function sweepHourly(log: EmbeddedEventLog, now: () => number, logger: DeliveryLogger): void {
  const sweep = (): void => {
    log.sweep(now()).catch((err: unknown) => logger.warn({ err }, 'old records were not removed'));
  };
  sweep();
  const timer = setInterval(sweep, HOUR).unref();
  log.onClose(() => clearInterval(timer));
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
