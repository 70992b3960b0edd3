import { connection, newAgent, recordNew, unique } from '../house/actors';
import { holds } from '../house/eventually';
import { type House, openHouse } from '../house/house';
import type { Issue, Page } from '../house/shapes';

const MAXIMUM = 1000;
/** At once, so that the house writes many in one go. */
const LANES = 64;

let house: House;

/** At least one issue more than the maximum. Those that other tests of the deployment left are as good as any. */
beforeAll(async () => {
  house = await openHouse();
  const agent = await newAgent(house.admin);
  const zone = `${unique('limit')}.example.com`;
  const missing = MAXIMUM + 1 - (await page(`?limit=${MAXIMUM}`)).data.length;
  const lane = async (nth: number): Promise<void> => {
    for (let i = nth; i < missing; i += LANES) await recordNew(agent, connection(`d${i}.${zone}`));
  };
  await Promise.all(Array.from({ length: LANES }, (_, nth) => lane(nth)));
});

const page = async (query: string): Promise<Page<Issue>> => {
  const answer = await house.admin.get<Page<Issue>>(`/v1/issues${query}`);
  expect(answer.status).toBe(200);
  return answer.body;
};

// proves: spec-4-issues-limit-maximum, spec-8-issues-limit, api-limit
test('4. GET /v1/issues, limit: a page holds as many as 1000 and no more', async () => {
  await holds(async () => {
    const { data, pagination } = await page('?limit=1000');
    expect([data.length, pagination.has_more]).toEqual([1000, true]);
  });
  expect((await house.admin.get('/v1/issues?limit=1001')).status).toBe(400);
});

// proves: spec-4-issues-limit-default, spec-8-issues-limit
test('4. GET /v1/issues, limit: 100 when it is left out', async () => {
  const { data, pagination } = await page('');
  expect([data.length, pagination.has_more]).toEqual([100, true]);
});
