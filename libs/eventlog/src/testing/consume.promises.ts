import { Unavailable } from '@parapet/contracts';
import { type BatchHandler, done, type Progress, retry, skip } from '../event-log';
import type { WithLog } from './opened-log';
import { idsOf, sampleEvent, sampleEvents } from './sample-events';
import { Seen } from './seen';

const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

/** Promises of `consume` while all is well. */
export function testConsume(withLog: WithLog): void {
  describe('consume', () => {
    it('begins a new group at the first record and goes on live', () =>
      withLog(async (log) => {
        await log.append('policies', sampleEvents('a', 3));
        const seen = new Seen();
        log.consume('policies', 'group', async (records) => seen.take(records));
        await seen.count(3);
        await log.append('policies', [sampleEvent('b', 1)]);
        await seen.count(4);
        expect(seen.ids).toEqual(['a-0', 'a-1', 'a-2', 'b-1']);
      }));

    it('gives every group every record', () =>
      withLog(async (log) => {
        const [one, two] = [new Seen(), new Seen()];
        log.consume('issues', 'one', async (records) => one.take(records));
        log.consume('issues', 'two', async (records) => two.take(records));
        await log.append(
          'issues',
          keys.map((key) => sampleEvent(key, 1)),
        );
        await Promise.all([one.count(keys.length), two.count(keys.length)]);
        expect([...one.ids].sort()).toEqual([...two.ids].sort());
      }));

    it('reads every partition beside a group, although its members hold them', () =>
      withLog(async (log) => {
        const [member, beside] = [new Seen(), new Seen()];
        log.consume('issues', 'group', async (records) => member.take(records));
        await log.append(
          'issues',
          keys.map((key) => sampleEvent(key, 1)),
        );
        await member.count(keys.length);
        const ends = await log.ends('issues');
        const saved = ends.map(() => 0);
        const progress: Progress = {
          load: async (partition) => saved[partition] ?? 0,
          save: async (partition, next) => void (saved[partition] = next),
        };
        const options = { progress, beside: true } as const;
        const take: BatchHandler = async (records) => beside.take(records);
        const reading = log.consume('issues', 'group', take, options);
        await beside.count(keys.length);
        await reading.close();
        expect(saved).toEqual(ends);
        expect([...beside.ids].sort()).toEqual([...member.ids].sort());
        const nowhere = () => log.consume('issues', 'group', take, { beside: true });
        expect(nowhere).toThrow('progress');
      }));

    it('hands out batches of one partition, in order, of at most the size asked for', () =>
      withLog(async (log) => {
        await log.append(
          'observations',
          keys.flatMap((key) => sampleEvents(key, 20)),
        );
        const seen = new Seen();
        const odd: unknown[] = [];
        const handler = async (records: Seen['records'], partition: number): Promise<void> => {
          const strange =
            records.length > 7 || records.some((r) => r.position.partition !== partition);
          if (strange) odd.push(records);
          seen.take(records);
        };
        log.consume('observations', 'group', (r, info) => handler([...r], info.partition), {
          batch: 7,
        });
        await seen.count(keys.length * 20);
        expect(odd).toEqual([]);
        for (const key of keys)
          expect(idsOf(seen.records.filter((r) => r.key === key))).toEqual(
            sampleEvents(key, 20).map((e) => e.meta.id),
          );
      }));

    it('stores progress only after the handler answered', () =>
      withLog(async (log) => {
        await log.append('policies', sampleEvents('a', 3));
        const gate = Promise.withResolvers<void>();
        const seen = new Seen();
        const subscription = log.consume('policies', 'group', async (records) => {
          seen.take(records);
          await gate.promise;
        });
        await seen.count(3);
        expect(await log.committed('policies', 'group')).toEqual([0]);
        gate.resolve();
        await subscription.close();
        expect(await log.committed('policies', 'group')).toEqual(await log.ends('policies'));
      }));

    it('goes on where the group was', () =>
      withLog(async (log) => {
        const first = new Seen();
        await log.append('policies', sampleEvents('a', 3));
        const subscription = log.consume('policies', 'group', async (records) =>
          first.take(records),
        );
        await first.count(3);
        await subscription.close();
        const second = new Seen();
        await log.append('policies', [sampleEvent('b', 1)]);
        log.consume('policies', 'group', async (records) => second.take(records));
        await second.count(1);
        expect(second.ids).toEqual(['b-1']);
      }));

    it('delivers again what was handled when its progress could not be stored', () =>
      withLog(async (log) => {
        const lost: Progress = {
          load: async () => 0,
          save: () => Promise.reject(new Unavailable('away')),
        };
        const first = new Seen();
        await log.append('policies', sampleEvents('a', 3));
        const take = async (records: readonly Seen['records'][number][]) => first.take(records);
        const subscription = log.consume('policies', 'group', take, { progress: lost });
        await first.count(3);
        await subscription.close();
        const second = new Seen();
        log.consume('policies', 'group', async (records) => second.take(records));
        await second.count(3);
        expect(second.ids).toEqual(first.ids);
      }));

    it('gives each partition to one member of a group at a time, and to the next when that one leaves', () =>
      withLog(async (log) => {
        const busy = new Set<number>();
        let overlaps = 0;
        const seen = new Seen();
        const member = () =>
          log.consume('observations', 'group', async (records, { partition }) => {
            if (busy.has(partition)) overlaps += 1;
            busy.add(partition);
            await new Promise((resolve) => setImmediate(resolve));
            busy.delete(partition);
            seen.take(records);
          });
        const members = [member(), member()];
        const before = keys.map((key) => sampleEvent(key, 1));
        await log.append('observations', before);
        await seen.all(before.map((e) => e.meta.id));
        await members[0]?.close();
        const after = keys.map((key) => sampleEvent(key, 2));
        await log.append('observations', after);
        await seen.all(after.map((e) => e.meta.id));
        expect(overlaps).toBe(0);
      }));

    it('rule 5: keeps progress where the consumer says, and tells how far it is', () =>
      withLog(async (log) => {
        await log.append('policies', sampleEvents('a', 5));
        const saved: number[] = [];
        const heard: number[] = [];
        const own = {
          load: async () => 2,
          save: async (_: number, next: number) => void saved.push(next),
        };
        const seen = new Seen();
        const subscription = log.consume('policies', 'group', async (r) => seen.take(r), {
          progress: own,
          onProgress: (_, next) => heard.push(next),
        });
        await seen.count(3);
        await subscription.close();
        expect(seen.ids).toEqual(['a-2', 'a-3', 'a-4']);
        expect(saved.at(-1)).toBe(5);
        expect(heard).toEqual([2, ...saved]);
        expect(await log.committed('policies', 'group')).toEqual([0]);
      }));

    it('brings a record that asks for it again later, with all behind it and none before it', () =>
      withLog(async (log) => {
        await log.append('policies', sampleEvents('a', 4));
        const batches: (readonly string[])[] = [];
        const seen = new Seen();
        log.consume('policies', 'group', async (records) => {
          batches.push(idsOf(records));
          seen.take(records);
          return batches.length === 1 ? [done, skip('not for us'), retry(5), done] : undefined;
        });
        await seen.count(6);
        expect(batches).toEqual([
          ['a-0', 'a-1', 'a-2', 'a-3'],
          ['a-2', 'a-3'],
        ]);
      }));
  });
}
