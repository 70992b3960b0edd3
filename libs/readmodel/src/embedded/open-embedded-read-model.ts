import { Database } from './database';
import { EmbeddedReadModel } from './embedded-read-model';
import { GroupRunner } from './group-runner';
import { Store } from './store';
import { openInThread } from './thread-engine';

export interface EmbeddedReadModelOptions {
  /** The file, made when missing; `:memory:` for one that is gone when closed. */
  readonly path: string;
  /** Clock of counters and of expiry, ms since 1970. Default: the machine's. */
  readonly now?: () => number;
  /** Whether what has expired is removed. Default: true. */
  readonly expires?: boolean;
  /**
   * Called once when the thread that owns the file has died: every call rejects from then on, and only a new process helps.
   * Default: throws, which ends the process unless it handles uncaught exceptions.
   */
  readonly onFatal?: (error: Error) => void;
}

const endProcess = (error: Error): void => {
  setImmediate(() => {
    throw error;
  });
};

/**
 * Opens the read model on `node:sqlite`. A file is served by a thread of its own, so that commits never stall requests; memory is
 * served by the calling thread, by the same code.
 * @throws Error that says what to do when the file is in use by another process, damaged or made by newer code.
 */
export async function openEmbeddedReadModel(
  options: EmbeddedReadModelOptions,
): Promise<EmbeddedReadModel> {
  const { path, now = Date.now, expires = true, onFatal = endProcess } = options;
  // Memory may be shared by several houses of a test.
  const isOwned = path !== ':memory:';
  const engine = isOwned
    ? await openInThread(path, onFatal)
    : new GroupRunner(new Store(Database.open(path)));
  return new EmbeddedReadModel(engine, now, { expires, isOwned });
}
