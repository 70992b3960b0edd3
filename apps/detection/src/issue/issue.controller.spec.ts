import { testHouse, type TestHouse } from '@parapet/chassis/testing';
import type { IssueCreated, Severity } from '@parapet/contracts';
import { DetectionModule } from '../detection.module';
import { occurred } from '../testing/facts';

const DAY = 86_400_000;
let house: TestHouse;
let made = 0;

beforeAll(async () => {
  house = await testHouse({ imports: [DetectionModule] });
});
afterAll(() => house.close());

async function addIssue(rest: Partial<IssueCreated['data']> = {}, ms?: number): Promise<string> {
  const issue_id = `issue_${(made += 1)}`;
  const event = occurred('IssueCreated', { [`event_${made}`]: made }, { issue_id, ...rest });
  const time = new Date(ms ?? house.clock.now()).toISOString();
  await house.append('issues', issue_id, { ...event, time, actor: 'detection' });
  return issue_id;
}

async function call(method: 'GET' | 'PATCH', path: string, payload?: string | object) {
  const answer = await house.inject({
    ...{ method, url: path, headers: { authorization: `Bearer ${house.adminToken}` } },
    ...(payload !== undefined && { payload }),
  });
  return { status: answer.statusCode, body: answer.json() };
}
async function ids(query: string): Promise<string[]> {
  await house.settled();
  const { status, body } = await call('GET', `/v1/issues?limit=1000&${query}`);
  expect([status, query]).toEqual([200, query]);
  return body.data.map((issue: { id: string }) => issue.id);
}

test('every combination of filters lists exactly the issues that it names', async () => {
  const all: { id: string; severity: Severity; verdict: string; status: string }[] = [];
  for (const severity of ['critical', 'low'] as const)
    for (const verdict of ['blocked', 'detected'] as const)
      for (const status of ['open', 'resolved'])
        all.push({ id: await addIssue({ severity, verdict }), severity, verdict, status });
  await house.settled();
  for (const { id, status } of all)
    if (status === 'resolved') await call('PATCH', `/v1/issues/${id}`, { status });
  const among = new Set(all.map((i) => i.id));
  for (const severity of ['', 'critical'])
    for (const verdict of ['', 'blocked'])
      for (const status of ['', 'resolved']) {
        const filters = Object.entries({ severity, verdict, status }).filter(([, v]) => v !== '');
        const found = await ids(filters.map((pair) => pair.join('=')).join('&'));
        const right = all.filter((i) => filters.every(([k, v]) => Object(i)[k] === v));
        expect(found.filter((id) => among.has(id)).sort()).toEqual(right.map((i) => i.id).sort());
      }
});

test('since is exclusive, to the nanosecond', async () => {
  const at = Date.parse('2031-05-05T05:05:05.123Z');
  const id = await addIssue({}, at);
  expect(await ids('since=2031-05-05T05:05:05.122999999Z')).toEqual([id]);
  expect(await ids('since=2031-05-05T05:05:05.123Z')).toEqual([]);
  expect(await ids('since=2031-05-05T05:05:05.123000001Z')).toEqual([]);
  expect(await ids('since=9999-12-31T23:59:59.999Z')).toEqual([]);
  expect(await ids('since=1969-12-31T23:59:59Z')).toContain(id);
});

test.each([
  ['severity=severe', 'severity must be one of'],
  ['verdict=allowed', 'verdict must be one of'],
  ['status=closed', 'status must be one of'],
  ['severity=low&severity=high', 'severity must be given once'],
  ['limit=0', 'limit must be'],
  ['since=yesterday', 'since must be'],
  ['search=', 'search must have 1 to 128 characters'],
  ['cursor=x', 'Invalid cursor'],
])('?%s answers 400 with a sentence', async (query, sentence) => {
  const { status, body } = await call('GET', `/v1/issues?${query}`);
  expect([status, body.error.message]).toEqual([400, expect.stringContaining(sentence)]);
});

test('a walk by cursor sees every issue once while others are made', async () => {
  const time = Date.parse('2032-01-01T00:00:00Z');
  const mine = await Promise.all(
    Array.from({ length: 25 }, (_, i) => addIssue({}, time - (i % 3))),
  );
  await house.settled();
  const walked: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const after: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const { body } = await call('GET', `/v1/issues?limit=4${after}`);
    walked.push(...body.data.map((issue: { id: string }) => issue.id));
    cursor = body.pagination.next_cursor;
    await addIssue({}, time + DAY);
    await house.settled();
  }
  expect(new Set(walked).size).toBe(walked.length);
  expect(walked).toEqual(expect.arrayContaining(mine));
});

describe('PATCH /v1/issues/{id}', () => {
  test('answers 200 with the issue as it is after it', async () => {
    const id = await addIssue();
    await house.settled();
    const until = new Date(house.clock.now() + DAY).toISOString();
    const asked = { status: 'ignored', reason: 'a scanner', until, surplus: 1 };
    const { status, body } = await call('PATCH', `/v1/issues/${id}`, asked);
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        ...{ id, status: 'ignored', status_reason: 'a scanner', ignored_until: until },
      }),
    ]);
    expect((await call('GET', `/v1/issues/${id}`)).body).toEqual(body);
  });

  test('the history has each status, newest first: who gave it, why and until when', async () => {
    const id = await addIssue();
    await house.settled();
    const until = new Date(house.clock.now() + DAY).toISOString();
    await call('PATCH', `/v1/issues/${id}`, { status: 'ignored', reason: 'a scanner', until });
    const { body } = await call('PATCH', `/v1/issues/${id}`, {
      status: 'resolved',
      reason: 'gone',
    });
    const by = expect.stringMatching(/^token_/);
    expect(body.history).toEqual([
      { at: body.status_at, status: 'resolved', by, reason: 'gone', until: null },
      { at: expect.any(String), status: 'ignored', by, reason: 'a scanner', until },
      { at: body.created_at, status: 'open', by: null, reason: null, until: null },
    ]);
  });

  test.each([
    [{}, 'status must be one of open, acknowledged, resolved, ignored'],
    [{ status: 'closed' }, 'status must be one of'],
    [{ status: 7 }, 'status must be one of'],
    [{ status: 'resolved', reason: 7 }, 'reason must be a string'],
    [{ status: 'resolved', reason: 'x'.repeat(1001) }, 'reason must be shorter'],
    [{ status: 'ignored', until: 7 }, 'until must be a string'],
    [{ status: 'ignored', until: 'soon' }, 'until must be an RFC 3339'],
    [[], 'must be a JSON object'],
  ])('%j answers 400 with a sentence', async (asked, sentence) => {
    const id = await addIssue();
    await house.settled();
    const { status, body } = await call('PATCH', `/v1/issues/${id}`, asked);
    expect([status, body.error.code]).toEqual([400, 'bad_request']);
    expect(body.error.message).toContain(sentence);
  });

  test('rule 12: of two people who change an issue at once exactly one wins', async () => {
    const id = await addIssue();
    await house.settled();
    const answers = await Promise.all(
      ['resolved', 'ignored', 'acknowledged', 'resolved'].map((status, i) =>
        call('PATCH', `/v1/issues/${id}`, { status, reason: `asked by ${i}` }),
      ),
    );
    const won = answers.filter((a) => a.status === 200);
    expect(answers.filter((a) => a.status === 409)).toHaveLength(answers.length - won.length);
    expect(won.length).toBeGreaterThan(0);
    const after = (await call('GET', `/v1/issues/${id}`)).body;
    expect(won.map((a) => a.body.status_reason)).toContain(after.status_reason);
  });
});

test('what does not exist answers 404', async () => {
  for (const path of ['/v1/issues/issue_none', '/v1/issues/issue_none/events'])
    expect((await call('GET', path)).body.error.code).toBe('not_found');
  expect((await call('PATCH', '/v1/issues/issue_none', { status: 'open' })).status).toBe(404);
});

test('a token without the permission is refused', async () => {
  const token = await house.addToken(['issues:read']);
  const answer = await house.inject({
    ...{ method: 'PATCH', url: '/v1/issues/issue_1', payload: { status: 'open' } },
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.statusCode).toBe(403);
});

test('the events of an issue are listed once each, newest first, paged, in the shape of events', async () => {
  const seen = Object.fromEntries(Array.from({ length: 25 }, (_, i) => [`event_e${i}`, 1_000 + i]));
  const issue_id = 'issue_events';
  const created = occurred('IssueCreated', seen, { issue_id });
  const evidence = created.data.evidence.slice(-20);
  const now = new Date(house.clock.now()).toISOString();
  const observations = created.data.observations.map((o) => ({ ...o, received_at: now }));
  const data = { ...created.data, evidence, observations };
  await house.append('issues', issue_id, { ...created, data });
  await house.append('issues', issue_id, { ...created, id: 'again', type: 'IssueRecurred', data });
  await house.settled();
  const first = (await call('GET', `/v1/issues/${issue_id}/events?limit=20`)).body;
  const cursor = `cursor=${first.pagination.next_cursor}`;
  const second = (await call('GET', `/v1/issues/${issue_id}/events?limit=20&${cursor}`)).body;
  const listed = [...first.data, ...second.data];
  expect(listed.map((e) => e.id)).toEqual(Object.keys(seen).reverse());
  expect([second.data.length, second.pagination.has_more]).toEqual([5, false]);
  expect(listed[0]).toMatchObject({
    ...{ type: 'connect', kind: 'network_connection', verdict: 'detected' },
    ...{ metadata: { of: 'event_e24' }, agent_id: 'agent_1' },
  });
  expect(listed[24]).toMatchObject({ type: 'connect', metadata: {}, truncated: true });
});
