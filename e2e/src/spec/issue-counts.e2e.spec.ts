import {
  connection,
  issueAbout,
  newAgent,
  recordNew,
  type TestAgent,
  unique,
} from '../house/actors';
import { eventually, holds } from '../house/eventually';
import { expectHistogram, type Histogram } from '../house/histogram';
import { type House, openHouse } from '../house/house';
import type { Issue, Page } from '../house/shapes';

type Counts = Readonly<Record<'critical' | 'high' | 'medium' | 'low', number>>;
interface Summary {
  readonly total: number;
  readonly histogram: Histogram<Counts & { readonly time: string }>;
  readonly [by: string]: unknown;
}

const MINUTE = 60_000;
const WEEK = 7 * 24 * 60 * MINUTE;

let house: House;
let agent: TestAgent;
/** Of this agent: four to names (one of them resolved), one to an address. Oldest first. */
const made: Issue[] = [];
const ADDRESS = '198.51.100.77';

beforeAll(async () => {
  house = await openHouse();
  agent = await newAgent(house.admin);
  for (const [severity, verdict] of [
    ['critical', 'detected'],
    ['critical', 'blocked'],
    ['high', 'detected'],
    ['low', 'blocked'],
  ] as const)
    made.push(await raise(`${unique(severity)}.example.com`, { severity }, verdict));
  made.push(await raise(ADDRESS, { severity: 'medium', destination_ip: undefined }));
  await house.admin.patch(`/v1/issues/${made[0]?.id}`, { status: 'resolved' });
});

async function raise(to: string, metadata: object, verdict = 'detected'): Promise<Issue> {
  await recordNew(agent, { ...connection(to, metadata), verdict });
  const path = `/v1/issues?agent_id=${agent.id}&destination=${to}`;
  return eventually(async () => (await house.admin.get<Page<Issue>>(path)).body.data[0]);
}

const mine = (query = ''): string => `agent_id=${agent.id}${query}`;
const listed = async (query: string): Promise<readonly string[]> =>
  (await house.admin.get<Page<Issue>>(`/v1/issues?${query}`)).body.data.map(({ id }) => id);
const summary = async (query: string): Promise<Summary> =>
  (await house.admin.get<Summary>(`/v1/issues/summary?${query}`)).body;
const sum = ({ buckets }: Summary['histogram'], word: keyof Counts): number =>
  buckets.reduce((all, bucket) => all + bucket[word], 0);
const idsOf = (...which: number[]): unknown[] => which.map((i) => made[i]?.id);

describe('GET /v1/issues', () => {
  // proves: api-issue-filters
  test('until is inclusive, of this agent, and together with the other filters', async () => {
    expect(await listed(mine())).toEqual(idsOf(4, 3, 2, 1, 0));
    expect(await listed(mine(`&until=${made[2]?.created_at}`))).toEqual(idsOf(2, 1, 0));
    expect(await listed(mine(`&verdict=blocked&severity=low`))).toEqual(idsOf(3));
    const lines = await house.admin.get(`/v1/issues/export?${mine('&status=resolved')}`);
    expect(JSON.parse(lines.text)).toMatchObject({ id: made[0]?.id });
  });

  // proves: api-issue-destination
  test('a destination is a name, or the address where there is no name', async () => {
    const name = String(made[1]?.details['domain']);
    expect(await listed(`destination=${name}`)).toEqual(idsOf(1));
    expect(await listed(mine(`&destination=${ADDRESS}`))).toEqual(idsOf(4));
  });

  // proves: api-issue-destination-read
  test('a destination is found as it is written, and as it is read of an event', async () => {
    const name = String(made[1]?.details['domain']);
    const odd = [`${name}.`, name.toUpperCase(), `https://${name}:8443/x`, `${name}:443`];
    for (const text of odd) {
      const query = `destination=${encodeURIComponent(text)}`;
      expect([text, await listed(query)]).toEqual([text, idsOf(1)]);
      expect([text, (await summary(query)).total]).toEqual([text, 1]);
      expect([text, (await summary(`${query}&search=example`)).total]).toEqual([text, 1]);
    }
    expect(await listed(mine(`&destination=${ADDRESS}:443`))).toEqual(idsOf(4));
  });

  // proves: api-issue-search
  test('a search finds a part of what issues say, together with the other filters', async () => {
    const found = (text: string, more = ''): Promise<readonly string[]> =>
      listed(mine(`&search=${encodeURIComponent(text)}${more}`));
    const name = String(made[1]?.details['domain']);
    expect(await found(` ${name.slice(2, -2).toUpperCase()} `)).toEqual(idsOf(1));
    for (const text of ['USR/bin/curl', String(made[0]?.micro_context['node'])])
      expect(await found(text)).toEqual(idsOf(4, 3, 2, 1, 0));
    expect(await found(ADDRESS.slice(0, -1))).toEqual(idsOf(4));
    expect(await found('.example.com', '&status=resolved')).toEqual(idsOf(0));
    expect(await found('%.example')).toEqual([]);
    const lines = await house.admin.get(`/v1/issues/export?search=${name}`);
    expect(JSON.parse(lines.text)).toMatchObject({ id: made[1]?.id });
  });
});

// proves: api-issue-summary, api-issue-summary-counts
test('the summary counts each word under all filters but its own', async () => {
  const { histogram, ...counts } = await summary(mine('&severity=critical&verdict=blocked'));
  expect(counts).toEqual({
    total: 1,
    by_severity: { critical: 1, high: 0, medium: 0, low: 1 },
    by_status: { open: 1, acknowledged: 0, resolved: 0, ignored: 0 },
    by_verdict: { detected: 1, blocked: 1 },
  });
  expect(sum(histogram, 'critical')).toBe(1);
});

// proves: api-issue-search, api-issue-summary-counts
test('the summary of what is searched for counts so too', async () => {
  const { histogram, ...counts } = await summary(mine('&verdict=detected&search=.EXAMPLE.com'));
  expect(counts).toEqual({
    total: 2,
    by_severity: { critical: 1, high: 1, medium: 0, low: 0 },
    by_status: { open: 1, acknowledged: 0, resolved: 1, ignored: 0 },
    by_verdict: { detected: 2, blocked: 2 },
  });
  expect([sum(histogram, 'critical'), sum(histogram, 'high')]).toEqual([1, 1]);
});

// proves: api-issue-summary-time
test('the histogram has the last seven days, by the time at which issues were made', async () => {
  const { histogram } = await summary(mine());
  const { from, to, step_seconds, buckets } = histogram;
  expectHistogram(histogram);
  expect([Date.parse(to) - Date.parse(from), step_seconds]).toEqual([WEEK, 21_600]);
  const counted = { critical: sum(histogram, 'critical'), low: sum(histogram, 'low') };
  expect(counted).toEqual({ critical: 2, low: 1 });
  expect(buckets.slice(0, -2).every(({ critical }) => critical === 0)).toBe(true);
});

// proves: api-histogram-cut
test('since and until cut through it', async () => {
  const span = mine(`&since=${made[1]?.created_at}&until=${made[3]?.created_at}`);
  const { histogram, total } = await summary(span);
  const counted = (['critical', 'high', 'medium', 'low'] as const).map((w) => sum(histogram, w));
  expect([total, histogram.step_seconds, counted]).toEqual([2, 60, [0, 1, 0, 1]]);
});

// proves: api-issue-occurrences
test('occurrences are counted at their own time, from the first one on', async () => {
  const domain = `${unique('counted')}.example.com`;
  const ago = (minutes: number): string => new Date(Date.now() - minutes * MINUTE).toISOString();
  const times = [ago(30), ago(12)];
  for (const [i, timestamp] of [...times, times[1]].entries())
    await recordNew(agent, { ...connection(domain, { nth: i }), timestamp });
  const { id } = await issueAbout(house.admin, domain);
  const minuteOf = (time = ''): string => `${time.slice(0, 16)}:00.000Z`;
  const counted = async (query = ''): Promise<Histogram> =>
    (await house.admin.get<Histogram>(`/v1/issues/${id}/occurrences${query}`)).body;
  await holds(async () => {
    const { from, buckets } = await counted();
    expect(from).toBe(minuteOf(times[0]));
    expect(buckets.filter(({ count }) => count !== 0)).toEqual([
      { time: minuteOf(times[0]), count: 1 },
      { time: minuteOf(times[1]), count: 2 },
    ]);
  });
  const later = (await counted(`?since=${times[0]}&until=${times[1]}`)).buckets;
  expect(later.reduce((sum, { count }) => sum + count, 0)).toBe(2);
});
