import { decode, type RecordParked, Unavailable } from '@parapet/contracts';
import { type EventLog, done, park } from '../event-log';
import type { WithLog } from './opened-log';
import { readAll } from './read-all';
import { sampleEvents } from './sample-events';
import { Seen } from './seen';

const parkedIn = async (log: EventLog): Promise<readonly RecordParked[]> =>
  (await readAll(log, 'parked')).map((raw) => decode<RecordParked>(raw).event);

/** Promises of `consume` when handlers cannot handle. */
export function testFailures(withLog: WithLog): void {
  describe('consume, when a handler fails', () => {
    it('rule 3: waits as long as something is unavailable, counts no try and parks nothing', () =>
      withLog(async (log) => {
        await log.append('policies', sampleEvents('a', 3));
        const seen = new Seen();
        let calls = 0;
        log.consume('policies', 'group', async (records) => {
          calls += 1;
          if (calls <= 12) throw new Unavailable('the store is away');
          seen.take(records);
        });
        await seen.count(3);
        expect(calls).toBe(13);
        expect(seen.ids).toEqual(['a-0', 'a-1', 'a-2']);
        expect(await parkedIn(log)).toEqual([]);
      }));

    it('rule 3: tries a batch again three times before it takes it apart', () =>
      withLog(async (log) => {
        await log.append('policies', sampleEvents('a', 2));
        const seen = new Seen();
        const sizes: number[] = [];
        log.consume('policies', 'group', async (records) => {
          sizes.push(records.length);
          if (sizes.length <= 3) throw new Error('a moment of weakness');
          seen.take(records);
        });
        await seen.count(2);
        expect(sizes).toEqual([2, 2, 2, 2]);
        expect(await parkedIn(log)).toEqual([]);
      }));

    it('rule 3: parks the one record that cannot be handled, whole and with the reason, and handles its neighbours', () =>
      withLog(async (log) => {
        const events = sampleEvents('a', 9);
        const positions = await log.append('policies', events);
        const seen = new Seen();
        const subscription = log.consume('policies', 'group', async (records) => {
          if (records.some((r) => r.meta.id === 'a-5')) throw new TypeError('no such thing');
          seen.take(records);
        });
        await seen.count(8);
        await subscription.close();
        expect(seen.ids).toEqual(['a-0', 'a-1', 'a-2', 'a-3', 'a-4', 'a-6', 'a-7', 'a-8']);
        expect(await log.committed('policies', 'group')).toEqual(await log.ends('policies'));
        const [parked, ...more] = await readAll(log, 'parked');
        expect(more).toEqual([]);
        expect(parked).toMatchObject({
          key: 'policies',
          meta: { type: 'RecordParked', actor: 'group' },
        });
        expect((await parkedIn(log))[0]?.data).toEqual({
          group: 'group',
          reason: 'TypeError: no such thing',
          origin: positions[5],
          ...events[5],
        });
      }));

    it('parks what the handler says can never be handled', () =>
      withLog(async (log) => {
        await log.append('policies', sampleEvents('a', 3));
        const seen = new Seen();
        const subscription = log.consume('policies', 'group', async (records) => {
          seen.take(records);
          return records.map((r) => (r.meta.id === 'a-1' ? park('makes no sense') : done));
        });
        await seen.count(3);
        await subscription.close();
        const parked = await parkedIn(log);
        expect(parked.map((p) => [p.data.meta.id, p.data.reason])).toEqual([
          ['a-1', 'makes no sense'],
        ]);
      }));

    it('takes a wrong number of outcomes for a bug of the handler', () =>
      withLog(async (log) => {
        await log.append('policies', sampleEvents('a', 2));
        const parked = new Seen();
        log.consume('policies', 'group', async () => [done, done, done]);
        log.consume('parked', 'test', async (records) => parked.take(records));
        await parked.count(2);
        expect((await parkedIn(log))[0]?.data.reason).toContain(
          '3 outcomes answered for 1 records',
        );
      }));

    it('does not park again what is parked already', () =>
      withLog(async (log) => {
        await log.append('parked', sampleEvents('policies', 2));
        const handled = Promise.withResolvers<void>();
        const end = (await log.ends('parked')).reduce((a, b) => a + b);
        const subscription = log.consume(
          'parked',
          'group',
          async () => {
            throw new Error('cannot handle this');
          },
          { onProgress: (_, next) => next === end && handled.resolve() },
        );
        await handled.promise;
        await subscription.close();
        expect(await readAll(log, 'parked')).toHaveLength(2);
      }));

    it('leaves the other partitions alone while one waits', () =>
      withLog(async (log) => {
        const [a] = await log.append('observations', sampleEvents('a', 1));
        const others = ['b', 'c', 'd', 'e', 'f', 'g'].flatMap((key) => sampleEvents(key, 1));
        const positions = await log.append('observations', others);
        const free = positions.filter((p) => p.partition !== a?.partition).length;
        const seen = new Seen();
        log.consume('observations', 'group', async (records, { partition }) => {
          if (partition === a?.partition) throw new Unavailable('away');
          seen.take(records);
        });
        await seen.count(free);
        expect(seen.records).toHaveLength(free);
      }));
  });
}
