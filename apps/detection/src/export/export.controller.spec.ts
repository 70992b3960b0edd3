import { testHouse, type TestHouse } from '@parapet/chassis/testing';
import type { IssueCreated } from '@parapet/contracts';
import { DetectionModule } from '../detection.module';
import { occurred } from '../testing/facts';

const MANY = 300;
let house: TestHouse;
beforeAll(async () => {
  house = await testHouse({ imports: [DetectionModule] });
  for (let n = 0; n < MANY; n += 1) await addIssue(n);
  await addIssue(MANY, { severity: 'low', title: '=1+1', details: { command: 'a\u2028b\nc' } });
  await house.settled();
});
afterAll(() => house.close());

async function addIssue(n: number, rest: Partial<IssueCreated['data']> = {}): Promise<void> {
  const issue_id = `issue_${n}`;
  const event = occurred('IssueCreated', { [`event_${n}`]: n }, { issue_id, ...rest });
  const time = new Date(Date.parse('2030-01-01T00:00:00Z') + n).toISOString();
  await house.append('issues', issue_id, { ...event, time });
}

function ask(query: string, method: 'GET' | 'HEAD' = 'GET') {
  const headers = { authorization: `Bearer ${house.adminToken}` };
  return house.inject({ method, url: `/v1/issues/export?${query}`, headers });
}
async function exported(query: string): Promise<{ id: string; evidence?: unknown }[]> {
  const { statusCode, body } = await ask(query);
  expect(statusCode).toBe(200);
  return body
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

test('all issues come as NDJSON, newest first, each as it is read alone, without its evidence and its history', async () => {
  const issues = await exported('');
  const ids = Array.from({ length: MANY + 1 }, (_, n) => `issue_${MANY - n}`);
  expect(issues.map(({ id }) => id)).toEqual(ids);
  const headers = { authorization: `Bearer ${house.adminToken}` };
  const {
    evidence,
    history: _,
    ...alone
  } = (await house.inject({ url: '/v1/issues/issue_7', headers })).json();
  expect(evidence).toHaveLength(1);
  expect(issues.find(({ id }) => id === 'issue_7')).toEqual(alone);
});

test('the filters are those of the list', async () => {
  expect((await exported('severity=low')).map(({ id }) => id)).toEqual([`issue_${MANY}`]);
  const since = '2030-01-01T00:00:00.297Z';
  const some = await exported(`severity=high&verdict=detected&status=open&since=${since}`);
  expect(some.map(({ id }) => id)).toEqual(['issue_299', 'issue_298']);
  expect(await exported('status=resolved')).toEqual([]);
  expect((await exported('search=1%2B1')).map(({ id }) => id)).toEqual([`issue_${MANY}`]);
});

test.each([
  ['severity=severe', 'severity must be one of'],
  ['since=yesterday', 'since must be'],
  ['search=+', 'search must have more than spaces'],
  ['format=xml', 'format must be one of ndjson, csv, ocsf'],
  ['format=csv&format=ndjson', 'format must be given once'],
])('?%s answers 400 with a sentence', async (query, sentence) => {
  const answer = await ask(query);
  expect(answer.statusCode).toBe(400);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.json().error.message).toContain(sentence);
});

test('CSV has one header row and a row for each issue, harmless in a spreadsheet', async () => {
  const { body, headers } = await ask('format=csv');
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': 'attachment; filename="issues.csv"',
  });
  const [header, first, ...rows] = body.split('\r\n');
  expect(header).toMatch(/^"id","title",.*,"why.policy.name"$/);
  expect(first).toMatch(/^"issue_300","'=1\+1","low",/);
  expect(first).toContain(String.raw`"a\u2028b\nc"`);
  expect([rows.length, rows.at(-1)]).toEqual([MANY + 1, '']);
});

test('without an issue CSV is its header row', async () => {
  const { body } = await ask('format=csv&status=resolved');
  expect(body).toMatch(/^"id",[^\r\n]*\r\n$/);
});

test('as OCSF each issue is a finding with its evidence', async () => {
  const { body, headers } = await ask('format=ocsf&since=2030-01-01T00:00:00.290Z');
  expect(headers).toMatchObject({
    'content-type': 'application/x-ndjson',
    'content-disposition': 'attachment; filename="issues.ocsf.ndjson"',
  });
  const findings = body
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
  const ids = Array.from({ length: 10 }, (_, n) => `issue_${MANY - n}`);
  expect(findings.map(({ finding_info }) => finding_info.uid)).toEqual(ids);
  expect(findings[1]).toMatchObject({
    finding_info: { src_url: 'https://parapet.example/issues/issue_299' },
    evidences: [{ uid: 'event_299' }],
  });
});

test('HEAD says what GET would, and nothing is read for it', async () => {
  const page = jest.spyOn(house.store, 'page');
  const { statusCode, headers, body } = await ask('', 'HEAD');
  expect([statusCode, body, page.mock.calls.length]).toEqual([200, '', 0]);
  expect(headers).toMatchObject({
    'content-type': 'application/x-ndjson',
    'content-disposition': 'attachment; filename="issues.ndjson"',
  });
  page.mockRestore();
});

test('a token without the permission is refused', async () => {
  const token = await house.addToken(['events:read']);
  const headers = { authorization: `Bearer ${token}` };
  const { statusCode } = await house.inject({ url: '/v1/issues/export', headers });
  expect(statusCode).toBe(403);
});
