import {
  connection,
  issueAbout,
  newAgent,
  record,
  recordNew,
  type TestAgent,
  unique,
  walk,
} from '../house/actors';
import { eventually } from '../house/eventually';
import { type House, openHouse } from '../house/house';
import { generalError, type Issue, type Page } from '../house/shapes';

let house: House;
let agent: TestAgent;
/** One issue of every severity and verdict, oldest first. */
const made: Issue[] = [];
/** Just before the first of them was made. */
let before = '';

beforeAll(async () => {
  house = await openHouse();
  agent = await newAgent(house.admin);
  before = new Date(Date.now() - 1).toISOString();
  for (const severity of ['critical', 'high', 'medium', 'low'])
    for (const verdict of ['detected', 'blocked']) {
      const domain = `${unique(severity)}.example.com`;
      await recordNew(agent, { ...connection(domain, { severity }), verdict });
      made.push(await issueAbout(house.admin, domain));
    }
  for (let i = 0; i < 100; i += 1)
    await record(agent, connection(`${unique(`n${i}`)}.example.net`));
  await eventually(async () => (await since(before, 1000)).length >= 108);
});

async function since(time: string, limit?: number): Promise<readonly Issue[]> {
  const size = limit === undefined ? '' : `&limit=${limit}`;
  const answer = await house.admin.get<Page<Issue>>(
    `/v1/issues?since=${encodeURIComponent(time)}${size}`,
  );
  expect(answer.status).toBe(200);
  return answer.body.data;
}

const refused = async (query: string, code = 'bad_request'): Promise<void> => {
  const answer = await house.admin.get(`/v1/issues?${query}`);
  expect([query, answer.status, answer.body]).toEqual([query, 400, generalError(code)]);
};

describe('4. GET /v1/issues, query parameters', () => {
  // proves: spec-4-issues-severity
  test.each(['critical', 'high', 'medium', 'low'])('severity=%s', async (severity) => {
    const { body } = await house.admin.get<Page<Issue>>(
      `/v1/issues?severity=${severity}&limit=1000`,
    );
    expect(new Set(body.data.map((issue) => issue.severity))).toEqual(new Set([severity]));
    for (const issue of made)
      expect(body.data.some(({ id }) => id === issue.id)).toBe(issue.severity === severity);
  });

  // proves: spec-4-issues-verdict
  test.each(['detected', 'blocked'])('verdict=%s', async (verdict) => {
    const { body } = await house.admin.get<Page<Issue>>(`/v1/issues?verdict=${verdict}&limit=1000`);
    expect(new Set(body.data.map((issue) => issue.verdict))).toEqual(new Set([verdict]));
    for (const issue of made)
      expect(body.data.some(({ id }) => id === issue.id)).toBe(issue.verdict === verdict);
  });

  test('severity and verdict together', async () => {
    const { body } = await house.admin.get<Page<Issue>>(
      '/v1/issues?severity=low&verdict=blocked&limit=1000',
    );
    expect(new Set(body.data.map((i) => `${i.severity} ${i.verdict}`))).toEqual(
      new Set(['low blocked']),
    );
  });

  // proves: spec-4-issues-since, api-since
  test('since: only issues created after it, exclusive', async () => {
    const third = made[2]?.created_at ?? '';
    const later = (await since(third, 1000)).map((issue) => issue.id);
    for (const issue of made) expect(later.includes(issue.id)).toBe(issue.created_at > third);
  });

  // proves: api-time-verbatim
  test('since compares by value, whatever the zone it is written in', async () => {
    const third = new Date(made[2]?.created_at ?? '');
    const inZone = new Date(third.getTime() + 2 * 3_600_000).toISOString().replace('Z', '+02:00');
    const utc = await since(third.toISOString(), 1000);
    expect((await since(inZone, 1000)).map((i) => i.id)).toEqual(utc.map((i) => i.id));
  });

  // proves: spec-4-issues-limit-default, spec-8-issues-limit
  test('limit: default 100', async () => {
    expect(await since(before)).toHaveLength(100);
  });

  test('limit: as many as asked for', async () => {
    expect(await since(before, 7)).toHaveLength(7);
  });

  // proves: spec-4-issues-limit-maximum, spec-8-issues-limit, api-limit
  test('limit: maximum 1000', async () => {
    expect((await house.admin.get('/v1/issues?limit=1000')).status).toBe(200);
    await refused('limit=1001');
  });

  // proves: spec-7-400, api-limit
  test.each(['0', '-1', '1.5', '1e2', ' 5', '0x10', '٣', '', 'all', '99999999999999999999'])(
    'limit=%j answers 400',
    (limit) => refused(`limit=${encodeURIComponent(limit)}`),
  );

  test.each(['severity=extreme', 'severity=HIGH', 'verdict=allowed', 'since=yesterday'])(
    '%s answers 400',
    (query) => refused(query),
  );

  // proves: api-time-zone
  test.each(['2026-01-31', '2026-01-31T12:00:00', '2026-02-30T12:00:00Z', '1769860800'])(
    'since=%s answers 400',
    (time) => refused(`since=${time}`),
  );

  // proves: api-since-blank
  test('a + that arrived as a blank answers 400 and says so', async () => {
    const answer = await house.admin.get('/v1/issues?since=2026-01-31T12:00:00+02:00');
    expect([answer.status, answer.body]).toEqual([400, generalError('bad_request')]);
    expect(answer.text).toContain('%2B');
  });

  // proves: api-query-repeated, api-code-bad-request
  test.each([
    'limit=1&limit=2',
    'severity=low&severity=high',
    'cursor=a&cursor=b',
    'since=a&since=b',
  ])('a repeated parameter, %s, answers 400', (query) => refused(query));

  // proves: api-query-unknown
  test('an unknown parameter is ignored', async () => {
    expect((await house.admin.get('/v1/issues?colour=red&severity[$ne]=low')).status).toBe(200);
  });

  // proves: spec-4-issues-cursor
  test('cursor: the pages hold every issue exactly once while issues are made', async () => {
    const known = (await since(before, 1000)).map((issue) => issue.id);
    const path = `/v1/issues?limit=9&since=${encodeURIComponent(before)}`;
    const seen = await walk<Issue>(house.admin, path, async () => {
      await record(agent, connection(`${unique('new')}.example.org`));
    });
    const seenIds = seen.map((issue) => issue.id);
    expect(new Set(seenIds).size).toBe(seenIds.length);
    expect(seenIds.filter((id) => known.includes(id)).sort()).toEqual([...known].sort());
  });

  // proves: api-lists
  test('the list is newest first', async () => {
    const times = (await since(before, 1000)).map((issue) => issue.created_at);
    expect(times).toEqual([...times].sort().reverse());
  });

  // proves: api-cursor, api-code-invalid-cursor
  test('a bad cursor answers 400 invalid_cursor', async () => {
    await refused('cursor=nonsense', 'invalid_cursor');
    await refused('cursor=', 'invalid_cursor');
    await refused(`cursor=${'A'.repeat(5000)}`, 'invalid_cursor');
  });

  test.each([['7'], ['"\\u0000"'], ['null'], ['{}'], ['-1e308'], ['"9999-12-31T23:59:59.999Z"']])(
    'a forged cursor, its place being %s, is a 400 or a page',
    async (place) => {
      const { body } = await house.admin.get<Page<Issue>>('/v1/issues?limit=1');
      const made = Buffer.from(String(body.pagination.next_cursor), 'base64url').toString();
      const forged = made.replace(/,.*,/, `,${place},`);
      const cursor = Buffer.from(forged).toString('base64url');
      const answer = await house.admin.get(`/v1/issues?limit=1&cursor=${cursor}`);
      expect([200, 400]).toContain(answer.status);
    },
  );

  // proves: api-cursor
  test('a cursor of other filters answers 400 invalid_cursor', async () => {
    const { body } = await house.admin.get<Page<Issue>>('/v1/issues?limit=1&severity=low');
    await refused(`limit=1&severity=high&cursor=${body.pagination.next_cursor}`, 'invalid_cursor');
  });
});

describe('2. Pagination envelope', () => {
  // proves: spec-2-next-cursor, spec-2-has-more, spec-4-issues-response
  test('next_cursor is the value to pass as cursor, has_more says whether more results exist', async () => {
    const { body } = await house.admin.get<Page<Issue>>('/v1/issues?limit=1');
    expect(body).toEqual({
      data: [expect.any(Object)],
      pagination: { next_cursor: expect.any(String), has_more: true },
    });
    const path = `/v1/issues?limit=1&cursor=${body.pagination.next_cursor}`;
    const next = await house.admin.get<Page<Issue>>(path);
    expect(next.body.data[0]?.id).not.toBe(body.data[0]?.id);
  });

  // proves: spec-2-has-more
  test('the last page has no next_cursor', async () => {
    const newest = (await since(before, 1))[0]?.created_at ?? '';
    const far = encodeURIComponent(new Date(Date.parse(newest) + 3_600_000).toISOString());
    const { body } = await house.admin.get(`/v1/issues?since=${far}`);
    expect(body).toEqual({ data: [], pagination: { next_cursor: null, has_more: false } });
  });
});
