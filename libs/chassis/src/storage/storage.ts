import type { EventLog } from '@parapet/eventlog';
import type { ReadModel } from '@parapet/readmodel';
import type { Clock } from '../process/clock';
import type { Metrics } from '../process/metrics';
import type { Settings } from '../settings/settings.config';
import { openDocuments } from './open-documents';
import { openLog } from './open-log';

/** What a process keeps its facts and its documents in. */
export interface Storage {
  readonly log: EventLog;
  readonly store: ReadModel;
}

/** What of the storage is not there yet. */
type StoragePart = 'log' | 'documents';

/** How storage is opened. Which one it is, the settings say. */
export interface StorageOptions {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly metrics: Metrics;
  /**
   * Removes what is older than the settings say, and makes that the retention of servers. Only who serves does: whoever looks in or
   * rebuilds may have been told another one, and what it removed would be gone for all. Nor does that one make topics that are missing
   * in Kafka. Default: nothing is removed, changed or made there.
   */
  readonly expires?: boolean;
  /** Keeps log and documents in memory, whatever the settings say. */
  readonly inMemory?: boolean;
  /** Documents to use instead of those of the settings. */
  readonly documents?: ReadModel;
  /** Ends the waiting for servers that are away. */
  readonly signal?: AbortSignal;
  /** Hears what is being waited for, and null when that is there. */
  readonly waiting?: (part: StoragePart, reason: string | null) => void;
  /** Hears that storage is gone for good: only a new process helps. */
  readonly onLost?: (error: Error) => void;
}

async function awaited<T>(
  { waiting }: StorageOptions,
  part: StoragePart,
  opening: Promise<T>,
): Promise<T> {
  waiting?.(part, part === 'log' ? 'the log is not there yet' : 'the documents are not there yet');
  const opened = await opening;
  waiting?.(part, null);
  return opened;
}

/**
 * Opens log and documents side by side; waits for servers that are away. What waiting cannot mend in one of them ends the waiting for
 * the other.
 * @throws SettingsError, Error with a sentence that says what to do, or the reason of `signal`
 */
export async function openStorage(given: StorageOptions): Promise<Storage> {
  const failed = new AbortController();
  const signals = [failed.signal, ...(given.signal ? [given.signal] : [])];
  const options = { ...given, signal: AbortSignal.any(signals) };
  const orEnd = <T>(opening: Promise<T>): Promise<T> =>
    opening.catch((error: unknown) => {
      failed.abort(error);
      throw error;
    });
  const [log, store] = await Promise.allSettled([
    orEnd(awaited(options, 'log', openLog(options))),
    orEnd(awaited(options, 'documents', openDocuments(options))),
  ]);
  if (log.status === 'fulfilled' && store.status === 'fulfilled')
    return { log: log.value, store: store.value };
  for (const part of [log, store]) if (part.status === 'fulfilled') await part.value.close();
  throw failed.signal.reason;
}
