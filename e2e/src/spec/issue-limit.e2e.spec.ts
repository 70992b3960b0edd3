import { connection, newAgent, recordNew, unique } from '../house/actors';
import { holds } from '../house/eventually';
import { type House, openHouse } from '../house/house';
import type { Issue, Page } from '../house/shapes';

jest.setTimeout(90_000);

const ISSUES = 1001;
/** At once: enough to be quick, few enough to be no load test. */
const LANES = 16;

let house: House;
let since = '';

/** One issue more than the maximum, all made after `since`. */
beforeAll(async () => {
  house = await openHouse();
  const agent = await newAgent(house.admin);
  since = encodeURIComponent(new Date(Date.now() - 1).toISOString());
  const zone = `${unique('limit')}.example.com`;
  const lane = async (nth: number): Promise<void> => {
    for (let i = nth; i < ISSUES; i += LANES) await recordNew(agent, connection(`d${i}.${zone}`));
  };
  await Promise.all(Array.from({ length: LANES }, (_, nth) => lane(nth)));
});

const page = async (limit: string): Promise<Page<Issue>> => {
  const answer = await house.admin.get<Page<Issue>>(`/v1/issues?since=${since}${limit}`);
  expect(answer.status).toBe(200);
  return answer.body;
};

// proves: spec-4-issues-limit-maximum, spec-8-issues-limit, api-limit
test('4. GET /v1/issues, limit: a page holds as many as 1000 and no more', async () => {
  await holds(async () => {
    const { data, pagination } = await page('&limit=1000');
    expect([data.length, pagination.has_more]).toEqual([1000, true]);
  }, 30_000);
});

// proves: spec-4-issues-limit-default, spec-8-issues-limit
test('4. GET /v1/issues, limit: 100 when it is left out', async () => {
  const { data, pagination } = await page('');
  expect([data.length, pagination.has_more]).toEqual([100, true]);
});
