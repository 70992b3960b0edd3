import type { Progress } from '../event-log';
import type { GroupSession } from './group-session';
import { WATCHED } from './offsets';

const MARK_MS = 5_000;

/** Progress that lives with the group. */
export const groupProgress = (session: GroupSession): Progress => ({
  load: async (partition) => (await session.committed())[partition] ?? 0,
  save: (partition, next) => session.store(partition, next),
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
