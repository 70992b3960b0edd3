import type { EventToAppend, Position, Topic } from '@parapet/contracts';
import { GroupQueue, type QueueLimits } from '../writing/group-queue';
import type { LivePartition } from './live-partition';
import type { GroupProgress, StoreThread } from './store-protocol';
import { WriteGroup } from './write-group';

/** What waits for the file: appends and the progress of groups share one transaction. */
export class WriteQueue {
  private readonly queue: GroupQueue<WriteGroup>;

  constructor(
    store: StoreThread,
    private readonly live: (topic: Topic) => readonly LivePartition[],
    limits: QueueLimits,
  ) {
    this.queue = new GroupQueue(
      () => new WriteGroup(),
      async (group) => group.publish(await store.call('write', group.write())),
      limits,
    );
  }

  /** @throws Unavailable at once when too much waits already. */
  append(topic: Topic, events: readonly EventToAppend[]): Promise<readonly Position[]> {
    const bytes = events.reduce((sum, e) => sum + e.json.length, 0);
    return this.queue.submit({ items: events.length, bytes }, (group) =>
      group.append(topic, this.live(topic), events),
    );
  }

  /** Stores the progress of a group with the next write. Not refused when full: it makes room rather than taking it. */
  commit(progress: GroupProgress): Promise<void> {
    return this.queue.push({ items: 1, bytes: 0 }, (group) => {
      group.commit(progress);
      return () => undefined;
    });
  }

  /** Resolves when nothing waits and nothing is being written. */
  drained(): Promise<void> {
    return this.queue.drained();
  }
}
