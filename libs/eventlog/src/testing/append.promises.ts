import { type EventToAppend, Unavailable } from '@parapet/contracts';
import fc from 'fast-check';
import type { LogFeatures, WithLog } from './opened-log';
import { readAll } from './read-all';
import { idsOf, sampleEvent, sampleEvents } from './sample-events';

/** Promises of `append`. */
export function testAppend(withLog: WithLog, features: LogFeatures): void {
  describe('append', () => {
    it('answers one position per event, in the order given', () =>
      withLog(async (log) => {
        const events = [...sampleEvents('a', 3), ...sampleEvents('b', 2), sampleEvent('a', 3)];
        const positions = await log.append('issues', events);
        const stored = await readAll(log, 'issues');
        const at = positions.map((p) => stored.find((r) => sameJson(r.position, p))?.meta.id);
        expect(at).toEqual(events.map((e) => e.meta.id));
      }));

    it('answers of each event its position, where that is asked', () =>
      withLog(async (log) => {
        const events = [...sampleEvents('a', 2), ...sampleEvents('b', 2)];
        const each = await log.appendEach('issues', events);
        const stored = await readAll(log, 'issues');
        const at = each.map((p) => stored.find((r) => sameJson(r.position, p))?.meta.id);
        expect(at).toEqual(events.map((e) => e.meta.id));
      }));

    it('keeps key, envelope and text as they were given', () =>
      withLog(async (log) => {
        const event: EventToAppend = {
          key: 'clé-\u{1f512}',
          meta: {
            id: 'é',
            type: 'T',
            schema: 7,
            time: '2026-01-01T00:00:00.000Z',
            actor: '"',
            cause: 'c',
          },
          json: '{ "text":"\\ud800 \u{1f600} \\u0000 line\\n", "n": 1.0e3 }',
        };
        const [position] = await log.append('agents', [event]);
        expect(await readAll(log, 'agents')).toEqual([{ ...event, position }]);
      }));

    it('answers nothing for nothing', () =>
      withLog(async (log) => {
        expect(await log.append('issues', [])).toEqual([]);
      }));

    it('takes more at once than one write can hold, and nothing comes in between', () =>
      withLog(async (log) => {
        const megabytes = JSON.stringify({ text: '\u{20ac}'.repeat(1024 * 1024) });
        const large = sampleEvents('a', 4).map((event) => ({ ...event, json: megabytes }));
        const both = await Promise.all([
          log.append('issues', large),
          log.append('issues', [sampleEvent('a', 4)]),
        ]);
        const stored = await readAll(log, 'issues');
        expect(both.flat()).toEqual(stored.map(({ position }) => position));
        expect(idsOf(stored)).toEqual(sampleEvents('a', 5).map((event) => event.meta.id));
      }));

    it('rule 1: a key has one partition for life', () =>
      withLog(async (log) => {
        const partitions = new Map<string, Set<number>>();
        for (let round = 0; round < 3; round++)
          for (let k = 0; k < 20; k++) {
            const [p] = await log.append('observations', [sampleEvent(`agent_${k}`, round)]);
            const known = partitions.get(`agent_${k}`) ?? new Set();
            partitions.set(`agent_${k}`, known.add(p?.partition ?? -1));
          }
        expect([...partitions.values()].every((p) => p.size === 1)).toBe(true);
        expect(new Set([...partitions.values()].flatMap((p) => [...p])).size).toBeGreaterThan(2);
      }));

    it('rule 2: positions increase within a partition', () =>
      withLog(async (log) => {
        const first = await log.append('policies', sampleEvents('a', 3));
        const second = await log.append('policies', sampleEvents('b', 3));
        const offsets = [...first, ...second].map((p) => p.offset);
        expect(offsets).toEqual([...new Set(offsets)].sort((a, b) => a - b));
      }));

    it('keeps the order of concurrent calls for one key', () =>
      withLog(async (log) => {
        const events = sampleEvents('a', 300);
        await Promise.all(events.map((event) => log.append('observations', [event])));
        expect(idsOf(await readAll(log, 'observations'))).toEqual(events.map((e) => e.meta.id));
      }));

    it('keeps every event exactly once and the order per key, however calls are interleaved', () =>
      fc.assert(
        fc.asyncProperty(
          fc.array(fc.array(fc.integer({ min: 0, max: 5 })), { maxLength: 30 }),
          (calls) =>
            withLog(async (log) => {
              let n = 0;
              const batches = calls.map((keys) => keys.map((k) => sampleEvent(`key${k}`, n++)));
              await Promise.all(batches.map((batch) => log.append('observations', batch)));
              const given = batches.flat().map((e) => e.meta.id);
              const stored = await readAll(log, 'observations');
              expect([...idsOf(stored)].sort()).toEqual([...given].sort());
              for (let k = 0; k <= 5; k++) {
                const ofKey = stored.filter((r) => r.key === `key${k}`);
                expect(idsOf(ofKey)).toEqual(given.filter((id) => id.startsWith(`key${k}-`)));
              }
            }),
        ),
        { seed: 20260102, numRuns: 25 },
      ));

    if (features.boundedQueue)
      it('refuses at once with Unavailable when too much waits, and takes more afterwards', () =>
        withLog(
          async (log) => {
            const calls = sampleEvents('a', 50).map((event) => log.append('issues', [event]));
            const answers = await Promise.allSettled(calls);
            const refused = answers.filter((a) => a.status === 'rejected');
            expect(refused.length).toBe(40);
            expect(refused.every((r) => r.reason instanceof Unavailable)).toBe(true);
            expect(idsOf(await readAll(log, 'issues'))).toEqual(idsOf10());
            await expect(log.append('issues', [sampleEvent('a', 99)])).resolves.toHaveLength(1);
          },
          { waitingItems: 10 },
        ));
  });
}

const idsOf10 = (): readonly string[] => sampleEvents('a', 10).map((e) => e.meta.id);
const sameJson = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
