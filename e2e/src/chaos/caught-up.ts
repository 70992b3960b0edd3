import type { EventLog } from '@parapet/eventlog';

/** The reactors: their progress lives with the log's consumer groups. */
const REACTORS = [
  ['observations', 'detection.issues'],
  ['issues', 'detection.rejudge'],
  ['policies', 'detection.resolver'],
  ['issues', 'notifier.planner'],
] as const;

/** Whether no reactor is stuck. @throws with the partitions that are behind */
export async function caughtUp(log: EventLog): Promise<true> {
  for (const [topic, group] of REACTORS) {
    const ends = await log.ends(topic);
    const committed = await log.committed(topic, group);
    expect({ topic, group, committed }).toEqual({ topic, group, committed: ends });
  }
  return true;
}
