import { setImmediate as others } from 'node:timers/promises';
import { testHouse, type TestHouse, withLimits } from '@parapet/chassis/testing';
import { IngestModule } from '../ingest.module';

let house: TestHouse;
beforeAll(async () => {
  house = await testHouse({ imports: [IngestModule], settings: withLimits() });
});
afterAll(() => house.close());
afterEach(() => jest.restoreAllMocks());

/** How many calls of the store four requests of one token have open together, at most. */
async function mostAtOnce(called: 'page' | 'tally', url: string): Promise<number> {
  let [open, most] = [0, 0];
  jest.spyOn(house.store, called).mockImplementation(async () => {
    most = Math.max(most, (open += 1));
    for (let turn = 0; turn < 20; turn += 1) await others();
    open -= 1;
    return [];
  });
  const authorization = `Bearer ${house.adminToken}`;
  const ask = async (): Promise<number> =>
    (await house.inject({ url, headers: { authorization } })).statusCode;
  expect(await Promise.all([ask(), ask(), ask(), ask()])).toEqual([200, 200, 200, 200]);
  return most;
}

test.each([
  ...['agent_id=agent_1', 'type=connect', 'verdict=blocked'].map((more) => `destination=x&${more}`),
  'agent_id=agent_1&type=connect&verdict=blocked',
])('%s is walked over for one request of a token at a time', async (query) => {
  expect(await mostAtOnce('page', `/v1/events?${query}`)).toBe(1);
  expect(await mostAtOnce('tally', `/v1/events/summary?${query}`)).toBe(1);
});

test('so is a type of an agent: a page of the three verdicts reads them beside each other', async () => {
  const query = 'agent_id=agent_1&type=connect';
  expect(await mostAtOnce('page', `/v1/events?${query}`)).toBe(3);
  expect(await mostAtOnce('tally', `/v1/events/summary?${query}`)).toBe(1);
});

test.each([
  'destination=x.example',
  'agent_id=agent_1&verdict=blocked',
  'type=connect&verdict=blocked',
])('what an index has, as for %s, is read for four requests of a token at once', async (query) => {
  expect(await mostAtOnce('page', `/v1/events?${query}`)).toBe(4);
  expect(await mostAtOnce('tally', `/v1/events/summary?${query}`)).toBe(4);
});
