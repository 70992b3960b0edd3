import type { Topic } from '@parapet/contracts';
import { OtherLog } from '../delivery/other-log';
import type { Progress } from '../event-log';
import type { LivePartition } from './live-partition';

/**
 * Refuses progress that is ahead of the log: then the log was replaced under a read model that was kept, and going on would
 * leave out what is written until the log has caught up with it.
 */
export const checkedProgress = (
  progress: Progress,
  topic: Topic,
  partitions: readonly LivePartition[],
): Progress => ({
  async load(partition) {
    const next = await progress.load(partition);
    const end = partitions[partition]?.end ?? 0;
    if (next > end)
      throw new OtherLog(
        `${next} records of ${topic}/${partition} are said to be handled but the log has only ${end}`,
      );
    return next;
  },
  save: (partition, next) => progress.save(partition, next),
  during: (partition, work) => progress.during?.(partition, work) ?? work(),
  settled: (partition, from) => progress.settled?.(partition, from) ?? from,
  ...(progress.onMoved && { onMoved: progress.onMoved }),
});
