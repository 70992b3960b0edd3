import { isoTime } from '@parapet/contracts';
import { idsOf, readAll, sampleEvent } from '../testing';
import { openEmbeddedEventLog } from './open-embedded-event-log';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 5, 30);
const silent = { warn: () => undefined, error: () => undefined };
const aged = (key: string, days: number) => sampleEvent(key, days, isoTime(NOW - days * DAY));

/** Every topic with an event of every age. */
async function filled(retention = {}) {
  const log = await openEmbeddedEventLog({
    path: ':memory:',
    logger: silent,
    retention,
    now: () => NOW,
  });
  for (const topic of ['observations', 'issues', 'deliveries'] as const)
    for (const days of [100, 89, 31, 29, 0]) await log.append(topic, [aged('a', days)]);
  return log;
}

afterEach(() => jest.useRealTimers());

describe('retention', () => {
  it('removes what is older than its topic keeps it, and nothing of topics kept for ever', async () => {
    const log = await filled();
    expect(await log.sweep(NOW)).toBe(4);
    expect(await log.sweep(NOW)).toBe(0);
    await log.close();
  });

  it('may be set by topic, in milliseconds or for ever', async () => {
    const log = await filled({ observations: null, issues: 30 * DAY, deliveries: DAY });
    expect(await log.sweep(NOW)).toBe(3 + 4);
    await log.close();
  });

  it('records that a wrong clock dated in the future keep none of those behind them', async () => {
    const log = await openEmbeddedEventLog({ path: ':memory:', logger: silent, now: () => NOW });
    const days = [...Array.from({ length: 2_000 }, () => -3_650), ...[40, 31, 29, 0]];
    await log.append(
      'observations',
      days.map((age) => aged('a', age)),
    );
    expect(await log.sweep(NOW)).toBe(2);
    expect(await log.sweep(NOW)).toBe(0);
    expect(idsOf(await readAll(log, 'observations')).slice(-2)).toEqual(['a-29', 'a-0']);
    await log.close();
  });

  it('a clock that is years ahead for a moment removes nothing by it; one that stays there does', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'], now: NOW });
    let ahead = 0;
    const now = (): number => Date.now() + ahead;
    const log = await openEmbeddedEventLog({ path: ':memory:', logger: silent, now });
    const left = async () => idsOf(await readAll(log, 'observations'));
    await log.append('observations', [aged('a', 40), aged('a', 29), aged('a', 0)]);
    ahead = 3_650 * DAY;
    await jest.advanceTimersByTimeAsync(HOUR);
    expect(await left()).toEqual(['a-29', 'a-0']);
    ahead = 0;
    await jest.advanceTimersByTimeAsync(HOUR);
    ahead = 3_650 * DAY;
    await jest.advanceTimersByTimeAsync(HOUR);
    expect(await left()).toEqual(['a-29', 'a-0']);
    await jest.advanceTimersByTimeAsync(HOUR);
    expect(await left()).toEqual([]);
    await log.close();
  });

  it('tells when the newest record was made: before that the house did not begin', async () => {
    const log = await openEmbeddedEventLog({ path: ':memory:', logger: silent, now: () => NOW });
    expect(await log.newest()).toBeNull();
    await log.append('observations', [aged('a', 40), aged('b', 3)]);
    await log.append('issues', [aged('c', 2), aged('c', 5)]);
    expect(await log.newest()).toBe(NOW - 3 * DAY);
    await log.close();
  });

  it('a consumer that was away goes on behind the gap', async () => {
    const log = await openEmbeddedEventLog({ path: ':memory:', logger: silent, now: () => NOW });
    await log.append(
      'observations',
      Array.from({ length: 2_600 }, (_, n) => aged(`a`, 40 + n)),
    );
    expect(await log.sweep(NOW)).toBe(2_600);
    const [position] = await log.append('observations', [aged('a', 0)]);
    const got = Promise.withResolvers<readonly string[]>();
    log.consume('observations', 'group', async (records) => got.resolve(idsOf(records)));
    expect(await got.promise).toEqual(['a-0']);
    expect(position?.offset).toBe(2_600);
    expect(idsOf(await readAll(log, 'observations'))).toEqual(['a-0']);
    await log.close();
  });

  it('a consumer that it was faster than says and counts what it lost', async () => {
    const [said, counts]: [object[], unknown[]] = [[], []];
    const log = await openEmbeddedEventLog({
      ...{ path: ':memory:', retention: { observations: 50 * DAY }, now: () => NOW },
      logger: { ...silent, error: (fields) => said.push(fields) },
      observer: { count: (what, _, n) => counts.push([what, n]) },
    });
    const ages = (...days: number[]) => days.map((age) => aged('a', age));
    const handled = async (): Promise<void> => {
      const got = Promise.withResolvers<void>();
      const consumer = log.consume('observations', 'group', async () => got.resolve());
      await got.promise;
      await consumer.close();
    };
    await log.append('observations', ages(40));
    await handled();
    await log.append('observations', ages(40, 40, 29));
    await log.sweep(NOW + 15 * DAY);
    await handled();
    expect(said).toMatchObject([{ topic: 'observations', from: 1, removed: 2 }]);
    expect(counts).toEqual([
      ['handled', 1],
      ['lost', 2],
      ['handled', 1],
    ]);
    await log.close();
  });
});
