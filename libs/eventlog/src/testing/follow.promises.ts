import { type RawRecord, Unavailable } from '@parapet/contracts';
import type { WithLog } from './opened-log';
import { idsOf, sampleEvent, sampleEvents } from './sample-events';
import { Seen } from './seen';

const keys = ['a', 'b', 'c', 'd', 'e'];

/** Promises of `follow` and `tail`. */
export function testFollow(withLog: WithLog): void {
  describe('follow', () => {
    it('applies every record from the first one on, once and in order, then live', () =>
      withLog(async (log) => {
        await log.append(
          'issues',
          keys.flatMap((key) => sampleEvents(key, 600)),
        );
        const applied: RawRecord[] = [];
        const follower = log.follow('issues', (record) => void applied.push(record));
        await follower.caughtUp();
        await log.append(
          'issues',
          keys.map((key) => sampleEvent(key, 600)),
        );
        await follower.caughtUp();
        for (const key of keys)
          expect(idsOf(applied.filter((r) => r.key === key))).toEqual(
            sampleEvents(key, 601).map((e) => e.meta.id),
          );
        expect(follower.applied()).toEqual(await log.ends('issues'));
        expect(follower.failure()).toBeUndefined();
      }));

    it('rule 4: caughtUp is a barrier: everything appended before the call has been applied', () =>
      withLog(async (log) => {
        const applied = new Set<string>();
        const follower = log.follow('tokens', (record) => void applied.add(record.meta.id));
        const checks = Array.from({ length: 50 }, async (_, n) => {
          const event = sampleEvent(`token_${n}`, n);
          await log.append('tokens', [event]);
          await Promise.all([follower.caughtUp(), follower.caughtUp()]);
          return applied.has(event.meta.id);
        });
        expect(await Promise.all(checks)).toEqual(checks.map(() => true));
      }));

    it('from given positions on: applies what lies there and behind, then live', () =>
      withLog(async (log) => {
        await log.append(
          'issues',
          keys.flatMap((key) => sampleEvents(key, 20)),
        );
        const ends = await log.ends('issues');
        const from = ends.map((end) => Math.floor(end / 2));
        const applied: RawRecord[] = [];
        const follower = log.follow('issues', (record) => void applied.push(record), from);
        expect(follower.applied()).toEqual(from);
        await follower.caughtUp();
        await log.append(
          'issues',
          keys.map((key) => sampleEvent(key, 20)),
        );
        await follower.caughtUp();
        const now = await log.ends('issues');
        for (const [partition, end] of now.entries()) {
          const of = applied.filter(({ position }) => position.partition === partition);
          const offsets = of.map(({ position }) => position.offset);
          const first = from[partition] ?? 0;
          expect(offsets).toEqual(Array.from({ length: end - first }, (_, i) => first + i));
        }
        expect(follower.applied()).toEqual(now);
      }));

    it('every follower sees every record', () =>
      withLog(async (log) => {
        const [one, two] = [new Seen(), new Seen()];
        log.follow('issues', (record) => one.take([record]));
        log.follow('issues', (record) => two.take([record]));
        await log.append(
          'issues',
          keys.map((key) => sampleEvent(key, 1)),
        );
        await Promise.all([one.count(keys.length), two.count(keys.length)]);
        expect([...one.ids].sort()).toEqual([...two.ids].sort());
      }));

    it('rule 5: stops at a record that cannot be applied, says so, and never skips it', () =>
      withLog(async (log) => {
        const applied: string[] = [];
        await log.append('policies', sampleEvents('a', 3));
        const follower = log.follow('policies', ({ meta }) => {
          if (meta.id === 'a-1') throw new Error('poison');
          applied.push(meta.id);
        });
        await expect(follower.caughtUp()).rejects.toThrow(Unavailable);
        await log.append('policies', [sampleEvent('a', 3)]);
        await expect(follower.caughtUp()).rejects.toThrow('poison');
        expect(follower.failure()?.message).toContain('policies/0/1');
        expect(follower.applied()).toEqual([1]);
        expect(applied).toEqual(['a-0']);
      }));

    it('applies nothing more once closed', () =>
      withLog(async (log) => {
        const applied: string[] = [];
        const follower = log.follow('policies', ({ meta }) => void applied.push(meta.id));
        await log.append('policies', sampleEvents('a', 1));
        await follower.caughtUp();
        await follower.close();
        await follower.close();
        await log.append('policies', sampleEvents('b', 1));
        await expect(follower.caughtUp()).rejects.toThrow(Unavailable);
        expect(applied).toEqual(['a-0']);
      }));
  });

  describe('tail', () => {
    it('hands out records from the given positions on, then live, and nothing once closed', () =>
      withLog(async (log) => {
        await log.append('policies', sampleEvents('a', 4));
        const seen = new Seen();
        const tail = log.tail('policies', [2], seen.take);
        await seen.count(2);
        await log.append('policies', [sampleEvent('b', 1)]);
        await seen.count(3);
        await tail.close();
        await log.append('policies', [sampleEvent('b', 2)]);
        expect(seen.ids).toEqual(['a-2', 'a-3', 'b-1']);
      }));

    it('stores nothing: two tails see the same', () =>
      withLog(async (log) => {
        const [one, two] = [new Seen(), new Seen()];
        const ends = await log.ends('issues');
        log.tail('issues', ends, one.take);
        log.tail('issues', ends, two.take);
        await log.append(
          'issues',
          keys.map((key) => sampleEvent(key, 1)),
        );
        await Promise.all([one.count(keys.length), two.count(keys.length)]);
        expect([...one.ids].sort()).toEqual([...two.ids].sort());
      }));
  });
}
