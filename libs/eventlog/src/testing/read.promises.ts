import { TOPICS } from '@parapet/contracts';
import type { WithLog } from './opened-log';
import { batchesOf } from './read-all';
import { idsOf, sampleEvents } from './sample-events';

/** Promises of `read`, `ends`, `committed` and `ping`. */
export function testRead(withLog: WithLog): void {
  describe('read', () => {
    it('reads a range, from inclusive, to exclusive', () =>
      withLog(async (log) => {
        await log.append('policies', sampleEvents('a', 10));
        const batches = await batchesOf(log, 'policies', [3], [7]);
        expect(batches.flatMap(idsOf)).toEqual(['a-3', 'a-4', 'a-5', 'a-6']);
      }));

    it('reads in batches of at most 500 up to the end that was told', () =>
      withLog(async (log) => {
        await log.append('policies', sampleEvents('a', 1_201));
        const batches = await batchesOf(log, 'policies', [0], await log.ends('policies'));
        expect(batches.every((batch) => batch.length <= 500)).toBe(true);
        expect(batches.flatMap(idsOf)).toEqual(sampleEvents('a', 1_201).map((e) => e.meta.id));
      }));

    it('reads nothing of an empty range', () =>
      withLog(async (log) => {
        await log.append('policies', sampleEvents('a', 3));
        expect(await batchesOf(log, 'policies', [3], [3])).toEqual([]);
        expect(await batchesOf(log, 'policies', [2], [1])).toEqual([]);
      }));
  });

  describe('ends and committed', () => {
    it('tell one offset per partition, 0 where there is nothing', () =>
      withLog(async (log) => {
        for (const topic of Object.values(TOPICS)) {
          const nothing = Array.from({ length: topic.partitions }, () => 0);
          expect(await log.ends(topic.name)).toEqual(nothing);
          expect(await log.committed(topic.name, 'nobody')).toEqual(nothing);
        }
      }));

    it('ends count what was appended', () =>
      withLog(async (log) => {
        const positions = await log.append(
          'issues',
          ['a', 'b', 'c', 'd'].flatMap((k) => sampleEvents(k, 5)),
        );
        const ends = await log.ends('issues');
        for (const [partition, end] of ends.entries()) {
          const offsets = positions.filter((p) => p.partition === partition).map((p) => p.offset);
          expect(end).toBe(Math.max(-1, ...offsets) + 1);
        }
      }));

    it('ping answers while the log is well', () =>
      withLog(async (log) => {
        await expect(log.ping()).resolves.toBeUndefined();
      }));
  });
}
