import { type RawRecord, Unavailable } from '@parapet/contracts';
import type { Offsets } from '../event-log';
import { sampleEvent } from '../testing';
import type { DeliveryHouse } from './delivery-options';
import { OtherLog } from './other-log';
import type { PartitionReader } from './partition-loop';
import { TopicFollower } from './topic-follower';

const house: DeliveryHouse = {
  delays: { firstMs: 0, maxMs: 0 },
  logger: { warn: () => undefined, error: () => undefined },
  observer: { count: () => undefined },
  park: async () => undefined,
  now: () => 0,
};

/** A partition that hands out what the test gives it. */
class Fed implements PartitionReader {
  private gate = Promise.withResolvers<readonly RawRecord[]>();

  feed(...offsets: readonly number[]): void {
    const { resolve } = this.gate;
    this.gate = Promise.withResolvers();
    resolve(
      offsets.map((offset) => ({
        ...sampleEvent('a', offset),
        position: { topic: 'policies', partition: 0, offset },
      })),
    );
  }

  /** From now on it cannot be read. */
  fail(error: Error): void {
    this.gate.reject(error);
  }

  async read(from: number, _limit: number, signal: AbortSignal) {
    const aborted = new Promise<readonly RawRecord[]>((resolve) =>
      signal.addEventListener('abort', () => resolve([])),
    );
    const records = await Promise.race([this.gate.promise, aborted]);
    return { records, next: (records.at(-1)?.position.offset ?? from - 1) + 1 };
  }
}

const follow = (ends: () => Promise<Offsets>) => {
  const reader = new Fed();
  const source = { topic: 'policies', readers: [reader], ends } as const;
  const follower = new TopicFollower(source, () => undefined, house);
  return { reader, follower };
};

describe('TopicFollower', () => {
  it('rule 4: waits for what was in the topic when it was asked, no longer', async () => {
    let end = 2;
    const { reader, follower } = follow(async () => [end]);
    const first = follower.caughtUp();
    end = 5;
    reader.feed(0, 1);
    await first;
    expect(follower.applied()).toEqual([2]);
    const second = follower.caughtUp();
    reader.feed(2, 3, 4);
    await second;
    expect(follower.applied()).toEqual([5]);
    await follower.close();
  });

  it('asks for the end once for all that came while a question was on its way, and never uses an older answer', async () => {
    const answers: ((ends: Offsets) => void)[] = [];
    const { reader, follower } = follow(() => new Promise((resolve) => answers.push(resolve)));
    const first = follower.caughtUp();
    const later = [follower.caughtUp(), follower.caughtUp(), follower.caughtUp()];
    answers[0]?.([0]);
    await first;
    await new Promise((resolve) => setImmediate(resolve));
    expect(answers).toHaveLength(2);
    let waiting = true;
    const all = Promise.all(later).then(() => (waiting = false));
    answers[1]?.([1]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(waiting).toBe(true);
    reader.feed(0);
    await all;
    await follower.close();
  });

  it('is Unavailable when it takes too long, when the log is away, and when it is closed meanwhile', async () => {
    let away = false;
    const { follower } = follow(async () => {
      if (away) throw new Unavailable('the log is away');
      return [3];
    });
    await expect(follower.caughtUp(5)).rejects.toThrow('was not caught up within 5 ms');
    away = true;
    await expect(follower.caughtUp()).rejects.toThrow('the log is away');
    away = false;
    const waiting = expect(follower.caughtUp()).rejects.toThrow('is not followed any more');
    await new Promise((resolve) => setImmediate(resolve));
    await follower.close();
    await waiting;
  });

  it('is broken, and does not try for ever, when the log ends before what was applied', async () => {
    const { reader, follower } = follow(async () => [3]);
    reader.feed(0, 1);
    while (follower.applied()[0] !== 2) await new Promise((resolve) => setImmediate(resolve));
    const waiting = expect(follower.caughtUp()).rejects.toThrow('is not followed any more');
    await new Promise((resolve) => setImmediate(resolve));
    reader.fail(new OtherLog('it ends before'));
    await waiting;
    expect(follower.failure()?.message).toContain('it ends before: it is another log');
    await follower.close();
  });
});
