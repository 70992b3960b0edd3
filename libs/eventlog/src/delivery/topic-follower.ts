import { positionText, type RawRecord, type Topic, Unavailable } from '@parapet/contracts';
import type { Follower, Offsets } from '../event-log';
import { askedFromNow } from './asked-from-now';
import type { DeliveryHouse } from './delivery-options';
import { OtherLog } from './other-log';
import type { PartitionReader, ReadableTopic } from './partition-loop';
import { persist } from './persist';

const BATCH = 500;
const CAUGHT_UP_MS = 5_000;

interface Waiter {
  readonly target: Offsets;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** A topic that can be followed. */
interface FollowedTopic extends ReadableTopic {
  /** Next offset to be written, per partition. */
  readonly ends: () => Promise<Offsets>;
}

/** Applies a topic from its first record or given positions on, then live. See `EventLog.follow`. */
export class TopicFollower implements Follower {
  private readonly topic: Topic;
  private readonly stop = new AbortController();
  private readonly next: number[];
  private readonly waiters = new Set<Waiter>();
  private readonly loops: Promise<void>[];
  private broken: Error | undefined;
  private readonly endsFromNow: () => Promise<Offsets>;

  constructor(
    { topic, readers, ends }: FollowedTopic,
    private readonly apply: (record: RawRecord) => void,
    private readonly house: DeliveryHouse,
    from: Offsets = [],
  ) {
    this.topic = topic;
    this.endsFromNow = askedFromNow(ends);
    this.next = readers.map((_, partition) => from[partition] ?? 0);
    this.loops = readers.map((reader, partition) =>
      this.run(reader, partition).finally(() => reader.close?.()),
    );
  }

  async caughtUp(timeoutMs = CAUGHT_UP_MS): Promise<void> {
    this.refuseWhenStopped();
    const target = await this.endsFromNow();
    this.refuseWhenStopped();
    if (this.has(target)) return;
    await new Promise<void>((resolve, reject) => this.wait(target, timeoutMs, { resolve, reject }));
  }

  applied(): Offsets {
    return [...this.next];
  }

  failure(): Error | undefined {
    return this.broken;
  }

  async close(): Promise<void> {
    this.stop.abort();
    await Promise.all(this.loops);
    this.release();
  }

  private async run(reader: PartitionReader, partition: number): Promise<void> {
    const { signal } = this.stop;
    while (!signal.aborted) {
      const from = this.next[partition] ?? 0;
      const read = () => reader.read(from, BATCH, signal).catch(orOtherLog);
      const batch = await persist(read, `following ${this.topic}`, this.house, signal);
      if (!batch) return;
      if (batch.value instanceof OtherLog) return this.breakBy(batch.value, { topic: this.topic });
      if (batch.value.removed && from > 0)
        this.house.logger.error(
          { topic: this.topic, partition, from, removed: batch.value.removed },
          'retention removed records before they were applied',
        );
      for (const record of batch.value.records) {
        if (signal.aborted || !this.applyOne(record)) return;
        this.next[partition] = record.position.offset + 1;
      }
      this.next[partition] = batch.value.next;
      this.release();
    }
  }

  /** @returns false when the record could not be applied: then nothing more is. */
  private applyOne(record: RawRecord): boolean {
    try {
      this.apply(record);
      return true;
    } catch (cause) {
      const position = positionText(record.position);
      const why = `${position} (${record.meta.type}) could not be applied: ${cause}`;
      this.breakBy(new Error(why, { cause }), { position });
      return false;
    }
  }

  /** Stops for good: `failure` tells. */
  private breakBy(error: Error, fields: object): void {
    this.broken ??= error;
    this.house.logger.error({ err: error, ...fields }, 'a follower has stopped');
    this.stop.abort();
    this.release();
  }

  private has(target: Offsets): boolean {
    return target.every((end, partition) => (this.next[partition] ?? 0) >= end);
  }

  private wait(target: Offsets, timeoutMs: number, answer: Pick<Waiter, 'resolve' | 'reject'>) {
    const timer = setTimeout(() => {
      this.waiters.delete(waiter);
      answer.reject(
        new Unavailable(`topic ${this.topic} was not caught up within ${timeoutMs} ms`),
      );
    }, timeoutMs);
    const waiter: Waiter = {
      target,
      resolve: () => {
        clearTimeout(timer);
        answer.resolve();
      },
      reject: (error) => {
        clearTimeout(timer);
        answer.reject(error);
      },
    };
    this.waiters.add(waiter);
  }

  /** Answers those whose wait is over, all of them when the follower has stopped. */
  private release(): void {
    const stopped = this.stopped();
    for (const waiter of this.waiters) {
      if (this.has(waiter.target)) waiter.resolve();
      else if (stopped) waiter.reject(stopped);
      else continue;
      this.waiters.delete(waiter);
    }
  }

  private refuseWhenStopped(): void {
    const stopped = this.stopped();
    if (stopped) throw stopped;
  }

  private stopped(): Unavailable | undefined {
    if (!this.stop.signal.aborted) return undefined;
    const told = `topic ${this.topic} is not followed any more`;
    const message = this.broken ? `${told}: ${this.broken.message}` : told;
    return new Unavailable(message, 1, { told });
  }
}

/** What was applied is of no log that there is: that is no difficulty that passes. */
function orOtherLog(error: unknown): OtherLog {
  if (error instanceof OtherLog) return error;
  throw error;
}
