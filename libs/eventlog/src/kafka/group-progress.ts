import { OtherLog } from '../delivery/other-log';
import type { PartitionReader } from '../delivery/partition-loop';
import type { Progress } from '../event-log';
import type { GroupSession } from './group-session';
import { WATCHED } from './offsets';

const MARK_MS = 5_000;

/** Hears of progress that is beyond the end of its log. */
type OnOvershot = (partition: number, reached: number, end: number) => void;

/**
 * Progress that lives with the group. Where more is said to be handled than the log has, the log has lost its end or is an older copy:
 * what is appended next would lie before the progress and be passed over. So the group begins again, which counts and sends nothing twice.
 */
export const groupProgress = (session: GroupSession, onOvershot: OnOvershot): Progress => ({
  load: async (partition) => {
    const reached = (await session.committed())[partition] ?? 0;
    // Asked of the leader and afterwards. A new leader tells no end before it has all that was ever handed out.
    const end = await session.end(partition);
    if (reached <= end) return reached;
    // At once: should the process end before the first batch is handled, the log may have grown past it.
    await session.store(partition, 0);
    onOvershot(partition, reached, end);
    return 0;
  },
  save: (partition, next) => session.store(partition, next),
});

/**
 * Reads for progress that lives with the group. What finds another log than before says so until its process is started again; by then that
 * log may have grown past the progress. So the group is told at once to begin again.
 */
export const groupReader = (
  reader: PartitionReader,
  session: GroupSession,
  partition: number,
): PartitionReader => ({
  read: async (from, limit, signal) => {
    try {
      return await reader.read(from, limit, signal);
    } catch (error) {
      if (error instanceof OtherLog) await session.store(partition, 0);
      throw error;
    }
  },
  close: () => reader.close?.(),
});

/**
 * Tells Kafka every few seconds how far a consumer is whose progress lives elsewhere, so that its lag can be watched there.
 * What Kafka knows of it is never read back. The function it answers hears the progress; `signal` ends it.
 */
export function watchLag(
  session: GroupSession,
  signal: AbortSignal,
): (partition: number, next: number) => void {
  const marks = new Map<number, number>();
  const timer = setInterval(() => {
    if (marks.size === 0) return;
    const told = new Map(marks);
    marks.clear();
    // The next one tells more than one that failed.
    session.commit(told, WATCHED).catch(() => undefined);
  }, MARK_MS);
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  return (partition, next) => marks.set(partition, next);
}
