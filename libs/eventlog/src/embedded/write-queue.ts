import { type EventToAppend, type Position, type Topic, Unavailable } from '@parapet/contracts';
import type { LogHow } from '../log-options';
import { GroupQueue } from '../writing/group-queue';
import type { LivePartition } from './live-partition';
import type { GroupProgress, StoreThread } from './store-protocol';
import { WriteGroup } from './write-group';

/** A disk that is nearly full may take one write and refuse the next: that is not said each time. */
const SAY_EVERY_MS = 60_000;

/** What waits for the file: appends and the progress of groups share one transaction. */
export class WriteQueue {
  private readonly queue: GroupQueue<WriteGroup>;
  private isRefused = false;
  private saidAt = -Infinity;

  constructor(
    private readonly store: StoreThread,
    private readonly live: (topic: Topic) => readonly LivePartition[],
    private readonly how: Pick<LogHow, 'limits' | 'logger' | 'now'>,
  ) {
    this.queue = new GroupQueue(
      () => new WriteGroup(),
      (group) => this.write(group),
      how.limits,
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

  private async write(group: WriteGroup): Promise<void> {
    try {
      group.publish(await this.store.call('write', group.write()));
    } catch (error) {
      if (error instanceof Unavailable) this.refused(error);
      throw error;
    }
    if (!this.isRefused) return;
    this.isRefused = false;
    this.how.logger.warn({}, 'the log can be written to again');
  }

  /** Only clients would hear of it else, each for itself. */
  private refused({ message }: Unavailable): void {
    const now = this.how.now();
    if (this.isRefused || now < this.saidAt + SAY_EVERY_MS) return;
    [this.isRefused, this.saidAt] = [true, now];
    this.how.logger.error(
      { reason: message },
      'nothing can be written, and whatever would change something is answered 503',
    );
  }

  /** Resolves when nothing waits and nothing is being written. */
  drained(): Promise<void> {
    return this.queue.drained();
  }
}
