import { Unavailable } from '@parapet/contracts';
import type { LogFeatures, WithLog } from './opened-log';
import { readAll } from './read-all';
import { idsOf, sampleEvent, sampleEvents } from './sample-events';
import { Seen } from './seen';

/** Promises of `close`, and of opening again. */
export function testClose(withLog: WithLog, features: LogFeatures): void {
  describe('close', () => {
    it('finishes the appends in flight and refuses new calls', () =>
      withLog(async (log) => {
        const inFlight = sampleEvents('a', 20).map((event) => log.append('policies', [event]));
        await log.close();
        expect(await Promise.all(inFlight)).toHaveLength(20);
        await expect(log.append('policies', [sampleEvent('b', 1)])).rejects.toThrow(Unavailable);
        await expect(log.ends('policies')).rejects.toThrow(Unavailable);
        await expect(log.committed('policies', 'group')).rejects.toThrow(Unavailable);
        await expect(log.ping()).rejects.toThrow(Unavailable);
        expect(() => log.follow('policies', () => undefined)).toThrow(Unavailable);
        await log.close();
      }));

    it('lets a consumer finish the batch in hand, which may append', () =>
      withLog(async (log) => {
        await log.append('policies', sampleEvents('a', 2));
        const seen = new Seen();
        const gate = Promise.withResolvers<void>();
        let appended = 0;
        log.consume('policies', 'group', async (records, { signal }) => {
          signal.addEventListener('abort', () => gate.resolve());
          seen.take(records);
          await gate.promise;
          appended = (await log.append('issues', [sampleEvent('b', 1)])).length;
        });
        await seen.count(2);
        await log.close();
        expect(appended).toBe(1);
      }));

    it('does not wait for a consumer that is waiting for something unavailable', () =>
      withLog(async (log) => {
        await log.append('policies', sampleEvents('a', 2));
        const tried = Promise.withResolvers<void>();
        const subscription = log.consume('policies', 'group', async () => {
          tried.resolve();
          throw new Unavailable('away');
        });
        await tried.promise;
        await subscription.close();
        await subscription.close();
        expect(await log.committed('policies', 'group')).toEqual([0]);
      }));
  });

  if (features.keeps)
    describe('opened again', () => {
      it('everything that was appended and stored is there', () =>
        withLog(async (log, { reopen }) => {
          const positions = await log.append('policies', sampleEvents('a', 700));
          const seen = new Seen();
          const subscription = log.consume('policies', 'group', async (r) => seen.take(r));
          await seen.count(700);
          await subscription.close();
          const again = await reopened(reopen);
          expect(idsOf(await readAll(again, 'policies'))).toEqual(seen.ids);
          expect(await again.committed('policies', 'group')).toEqual(await again.ends('policies'));
          const [next] = await again.append('policies', [sampleEvent('b', 1)]);
          expect(next?.offset).toBeGreaterThan(positions.at(-1)?.offset ?? Infinity);
        }));
    });
}

async function reopened<T>(reopen: (() => Promise<T>) | undefined): Promise<T> {
  if (!reopen)
    throw new Error('an adapter that keeps what it is given must be able to open it again');
  return reopen();
}
