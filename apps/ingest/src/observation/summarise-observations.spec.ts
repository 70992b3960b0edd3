import { sortableTime, VERDICTS } from '@parapet/contracts';
import { openEmbeddedReadModel, type ReadModel } from '@parapet/readmodel';
import { type ObservationDocument, observations } from './observation.collection';
import type { ObservationSummaryView } from './observation-summary.http';
import { summariseObservations } from './summarise-observations';

const COLLECTION = observations(86_400_000);
const NOW = Date.parse('2026-03-03T10:11:12.500Z');
const MINUTE_MS = 60_000;

let store: ReadModel;
beforeAll(async () => {
  store = await openEmbeddedReadModel({ path: ':memory:' });
  await store.declare(COLLECTION);
  await store.insert(
    COLLECTION,
    Array.from({ length: 240 }, (_, n) => document(n)),
  );
});
afterAll(() => store.close());

/** One every half minute from now on backwards: 2 hours of 2 agents, 2 destinations, 3 types and all verdicts in turn. */
function document(n: number): ObservationDocument {
  const at = BigInt(NOW - (n * MINUTE_MS) / 2) * 1_000_000n;
  return {
    ...{ id: `event_${n}`, agent_id: `agent_${n % 2}`, type: ['dns', 'file', 'odd'][n % 3] ?? '' },
    ...{ verdict: VERDICTS[n % VERDICTS.length] ?? 'detected', at: sortableTime(at) },
    ...(n % 4 === 0 ? { domain: 'a.example', ip: '192.0.2.1' } : { ip: '192.0.2.2' }),
    ...{ received_at: '', origin: '', offset: n, item: '' },
  };
}

const summary = (query: object): Promise<ObservationSummaryView> =>
  summariseObservations(store, COLLECTION, { ...query }, NOW);
const counted = ({ histogram }: ObservationSummaryView): number =>
  histogram.buckets.reduce((sum, { count }) => sum + count, 0);
const ago = (ms: number): string => new Date(NOW - ms).toISOString();

test('without since the last hour is counted, minute by minute', async () => {
  const { total, histogram } = await summary({});
  expect(histogram).toMatchObject({
    ...{ from: '2026-03-03T09:12:00.000Z', to: '2026-03-03T10:12:00.000Z', step_seconds: 60 },
  });
  expect(histogram.buckets).toHaveLength(60);
  expect(histogram.buckets.slice(-2)).toEqual([
    { time: '2026-03-03T10:10:00.000Z', count: 2 },
    { time: '2026-03-03T10:11:00.000Z', count: 1 },
  ]);
  expect(total).toBe(119);
});

test.each([
  [{ agent_id: 'agent_1' }, 120],
  [{ type: 'dns' }, 80],
  [{ verdict: 'blocked' }, 80],
  [{ agent_id: 'agent_1', type: 'file' }, 40],
  [{ agent_id: 'agent_0', type: 'dns', verdict: 'allowed' }, 40],
  [{ agent_id: 'agent_0', type: 'dns', verdict: 'blocked' }, 0],
  [{ agent_id: 'agent_2' }, 0],
  [{ destination: 'a.example' }, 60],
  [{ destination: '192.0.2.2' }, 180],
  [{ destination: 'a.example', verdict: 'blocked' }, 20],
  [{ destination: '192.0.2.2', agent_id: 'agent_0', type: 'dns' }, 20],
  [{ destination: 'b.example' }, 0],
])('%j: all that the filters let through, in its minutes', async (filters, total) => {
  const found = await summary({ ...filters, since: '2026-03-03T00:00:00Z' });
  expect([found.total, counted(found)]).toEqual([total, total]);
});

test('since is exclusive and until inclusive', async () => {
  const found = await summary({ since: ago(10 * MINUTE_MS), until: ago(5 * MINUTE_MS) });
  expect([found.total, counted(found)]).toEqual([10, 10]);
  expect((await summary({ since: ago(MINUTE_MS), until: ago(2 * MINUTE_MS) })).total).toBe(0);
});

test('what is older than the buckets is counted in the total', async () => {
  const old = { ...document(0), id: 'event_old', at: sortableTime(5n), agent_id: 'agent_old' };
  await store.insert(COLLECTION, [old]);
  const found = await summary({ agent_id: 'agent_old', since: '1969-01-01T00:00:00Z' });
  expect([found.total, counted(found)]).toEqual([1, 0]);
  expect((await summary({ agent_id: 'agent_old', until: '1960-01-01T00:00:00Z' })).total).toBe(0);
});

test('what is dated ahead is counted in the total, unless until leaves it out', async () => {
  const at = sortableTime(BigInt(NOW + 10 * MINUTE_MS) * 1_000_000n);
  await store.insert(COLLECTION, [
    { ...document(0), id: 'event_ahead', at, agent_id: 'agent_ahead' },
  ]);
  const found = await summary({ agent_id: 'agent_ahead' });
  expect([found.total, counted(found)]).toEqual([1, 0]);
  expect((await summary({ agent_id: 'agent_ahead', until: ago(0) })).total).toBe(0);
});

test.each([{ verdict: 'odd' }, { since: 'now' }, { until: 'x' }, { type: '' }])(
  'refuses %j',
  async (filters) => expect(summary(filters)).rejects.toThrow(),
);
