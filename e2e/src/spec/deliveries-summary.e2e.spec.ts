import { expectHistogram, type Histogram } from '../house/histogram';
import { type House, openHouse } from '../house/house';
import { openReceiver, type Receiver } from '../house/receiver';
import { generalError, type Webhook } from '../house/shapes';

type Status = 'pending' | 'succeeded' | 'given_up';
interface Summary {
  readonly total: number;
  readonly by_status: Readonly<Record<Status, number>>;
  readonly histogram: Histogram<{
    readonly time: string;
    readonly pending: number;
    readonly succeeded: number;
    readonly failed: number;
  }>;
}

let house: House;
let receiver: Receiver;
beforeAll(async () => {
  house = await openHouse();
  receiver = await openReceiver(({ path }) => ({ status: path === '/well' ? 200 : 500 }));
});

async function summary(query: string): Promise<Summary> {
  const answer = await house.admin.get<Summary>(`/v1/deliveries/summary?${query}`);
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  expectHistogram(answer.body.histogram);
  return answer.body;
}

/** A test is a delivery that is attempted once, and counted when it is answered. */
async function told(path: string): Promise<void> {
  const made = await house.admin.post<Webhook>('/v1/webhooks', { url: receiver.url + path });
  expect((await house.admin.post(`/v1/webhooks/${made.body.id}/test`)).status).toBe(200);
}

const sum = (counts: readonly number[]): number => counts.reduce((a, b) => a + b, 0);

// proves: api-deliveries-summary, api-deliveries-histogram, api-histogram
test('deliveries of all webhooks are counted by what became of them', async () => {
  const since = new Date(Date.now() - 1).toISOString();
  await Promise.all(['/well', '/ill', '/well'].map(told));
  const { total, by_status, histogram } = await summary(`since=${since}`);
  // Other specs may have deliveries of their own meanwhile.
  expect(by_status.succeeded).toBeGreaterThanOrEqual(2);
  expect(by_status.given_up).toBeGreaterThanOrEqual(1);
  expect(total).toBe(sum(Object.values(by_status)));
  const over = histogram.buckets;
  expect({
    pending: sum(over.map(({ pending }) => pending)),
    succeeded: sum(over.map(({ succeeded }) => succeeded)),
    given_up: sum(over.map(({ failed }) => failed)),
  }).toEqual(by_status);
});

// proves: api-deliveries-summary
test('without since the last 24 hours are counted, hour by hour', async () => {
  await told('/well');
  const { total, histogram } = await summary('');
  expect(total).toBeGreaterThanOrEqual(1);
  // They begin and end in the midst of one.
  expect([histogram.step_seconds, histogram.buckets.length]).toEqual([3600, 25]);
});

test('a since that is no time is 400', async () => {
  const answer = await house.admin.get('/v1/deliveries/summary?since=now');
  expect([answer.status, answer.body]).toEqual([400, generalError('bad_request')]);
});
