import type { Topic } from '@parapet/contracts';
import type { Appended } from '../event-log';
import { GroupQueue, type QueueLimits, Room, type Size } from '../writing/group-queue';
import { AppendPart } from './append-part';
import type { Piece } from './append-size';
import type { Sender } from './sender';

/** How much longer than others an append takes at most in the ordinary case. */
export const LATE_MS = 100;
/** How long somebody may still come while it is tried again whether a partition that could not be written can be. */
const PROBED_MS = 500;
/** How much of what may wait at all may wait while it is for partitions that are late. */
const LATE_SHARE = 0.5;

/** What the queues of all partitions share. */
export interface QueueHouse {
  readonly sender: Pick<Sender, 'send'>;
  readonly limits: QueueLimits;
  /** For all that waits. */
  readonly room: Room;
  /** When something was written last, by `performance.now()`. */
  writtenAt: number;
}

/**
 * What is appended to one partition: one write of it is in flight, the next takes all that waited. So its order is kept whoever
 * leads it, and while it cannot be written it holds up nobody else.
 */
export class PartitionQueue {
  private readonly queue: GroupQueue<AppendPart>;
  /** Since when it is being written, or could not be, by `performance.now()`. */
  private since = Infinity;
  private failed = false;
  private isWriting = false;

  constructor(
    of: { readonly topic: Topic; readonly partition: number },
    private readonly house: QueueHouse,
  ) {
    const { limits, room } = house;
    const begin = (): AppendPart => new AppendPart(of.topic, of.partition);
    this.queue = new GroupQueue(begin, (part) => this.write(part), limits, room);
  }

  /** Whether others were written while this one was not: whoever comes now may have to wait long here, and only here. */
  get isLate(): boolean {
    const others = this.house.writtenAt > this.since;
    return others && (this.failed || performance.now() - this.since > LATE_MS);
  }

  /**
   * Whether so much more may wait. Those that are late leave room to the others; where nothing could be written few keep the places
   * of those who wait until it is known whether it can be.
   */
  has(size: Size): boolean {
    if (this.failed && this.isWriting && performance.now() - this.since > PROBED_MS) return false;
    return !this.isLate || this.house.room.has(size, LATE_SHARE);
  }

  /** Of each event what became of it; nothing comes in between. */
  async append(pieces: readonly Piece[]): Promise<readonly Appended[]> {
    const written = pieces.map((piece) =>
      this.queue.push(piece, (part) => part.append(piece.events)),
    );
    return (await Promise.all(written)).flat();
  }

  /** Resolves when nothing waits and nothing is being written. */
  drained(): Promise<void> {
    return this.queue.drained();
  }

  private async write(part: AppendPart): Promise<void> {
    this.since = performance.now();
    this.isWriting = true;
    await this.house.sender.send(part);
    this.isWriting = false;
    this.failed = part.failure !== undefined;
    const now = performance.now();
    this.since = this.failed ? now : Infinity;
    if (!this.failed) this.house.writtenAt = now;
  }
}
