import { newAgent, recordNew, type TestAgent } from '../house/actors';
import { expectHistogram, type Histogram } from '../house/histogram';
import { type House, openHouse } from '../house/house';
import { generalError } from '../house/shapes';

interface Summary {
  readonly total: number;
  readonly histogram: Histogram;
}

let house: House;
let agent: TestAgent;
/** Of the agent: one event a minute. */
const MINUTES = ['10:00', '10:01', '10:02', '10:03'];
const at = (minute: string): string => `2026-03-03T${minute}:30.5Z`;

beforeAll(async () => {
  house = await openHouse();
  agent = await newAgent(house.admin);
  const sent = MINUTES.map((minute, i) => ({
    ...{ kind: i === 0 ? 'dns' : 'file_access', timestamp: at(minute), metadata: {} },
    verdict: i % 2 === 0 ? 'allowed' : 'blocked',
  }));
  await Promise.all(sent.map((body) => recordNew(agent, body)));
});

async function summary(query: string, of = agent): Promise<Summary> {
  const answer = await house.admin.get<Summary>(`/v1/events/summary?agent_id=${of.id}&${query}`);
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  expectHistogram(answer.body.histogram);
  return answer.body;
}

const counts = ({ histogram }: Summary): readonly number[] =>
  histogram.buckets.map(({ count }) => count);

// proves: api-histogram, api-histogram-step, api-histogram-end, api-events-summary
test('events are counted minute by minute, after since and up to until', async () => {
  const found = await summary(`since=2026-03-03T09:58:00Z&until=${at('10:02')}`);
  expect([found.total, counts(found)]).toEqual([3, [0, 0, 1, 1, 1]]);
  const { total, histogram } = await summary(`since=${at('10:00')}&until=${at('10:02')}`);
  expect([total, histogram.from]).toEqual([2, '2026-03-03T10:00:00.000Z']);
});

// proves: api-events-summary
test.each([
  ['verdict=blocked', 2],
  ['type=file', 3],
  ['type=file&verdict=allowed', 1],
  ['type=process', 0],
])('%s lets %i of them through', async (filters, total) => {
  const found = await summary(`${filters}&since=2026-03-03T09:00:00Z&until=2026-03-03T11:00:00Z`);
  expect([found.total, counts(found).reduce((a, b) => a + b)]).toEqual([total, total]);
});

// proves: api-histogram-end, api-events-summary, api-events-summary-total
test('without since the last hour is counted, and what is dated ahead', async () => {
  const own = await newAgent(house.admin);
  const send = (ms: number): Promise<string> =>
    recordNew(own, {
      ...{ kind: 'dns', metadata: {}, verdict: 'allowed' },
      timestamp: new Date(Date.now() + ms).toISOString(),
    });
  await Promise.all([-7_200_000, -1_000, 3_600_000].map(send));
  const recent = await summary('', own);
  expect([recent.total, counts(recent).length, counts(recent).reduce((a, b) => a + b)]).toEqual([
    ...[2, 60, 1],
  ]);
  const all = await summary('since=1970-01-01T00:00:00Z', own);
  expect([all.total, counts(all).length, all.histogram.step_seconds]).toEqual([3, 60, 86_400]);
});

test('a verdict that there is not is 400', async () => {
  const answer = await house.admin.get('/v1/events/summary?verdict=odd');
  expect([answer.status, answer.body]).toEqual([400, generalError('bad_request')]);
});
