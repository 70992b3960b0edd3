import {
  connection,
  issueAbout,
  issueInFull,
  newAgent,
  recordNew,
  type TestAgent,
  unique,
} from '../house/actors';
import { holds } from '../house/eventually';
import { type House, openHouse } from '../house/house';
import { generalError, type Issue, ISO, type ListedEvent, type Page } from '../house/shapes';

let house: House;
let agent: TestAgent;
const cluster = unique('cluster');

beforeAll(async () => {
  house = await openHouse();
  agent = await newAgent(house.admin, { labels: { cluster, node: 'node-7' } });
});

/** Records one connection and waits for its issue. */
async function newIssue(metadata: object = {}, verdict = 'detected'): Promise<Issue> {
  const domain = `${unique('d')}.example.com`;
  await recordNew(agent, { ...connection(domain, metadata), verdict });
  return issueAbout(house.admin, domain);
}

const ids = async (query: string): Promise<string[]> => {
  const answer = await house.admin.get<Page<Issue>>(`/v1/issues?limit=1000&${query}`);
  expect(answer.status).toBe(200);
  return answer.body.data.map((issue) => issue.id);
};

describe('2. Issue, fields', () => {
  // proves: spec-2-issue-id
  test('id is of the prefixed form "issue_<id>"', async () => {
    expect((await newIssue()).id).toMatch(/^issue_[A-Za-z0-9_-]+$/);
  });

  // proves: spec-1-detects, spec-2-issue-title
  test('title is a human-readable summary', async () => {
    const issue = await newIssue();
    expect(issue.title).toBe(`Unknown egress to ${String(issue.details['domain'])}`);
  });

  // proves: spec-2-issue-created-at
  test('created_at is an ISO 8601 timestamp', async () => {
    expect((await newIssue()).created_at).toMatch(ISO);
  });

  // proves: spec-2-issue-severity
  test.each(['critical', 'high', 'medium', 'low'])('severity may be %s', async (severity) => {
    expect(await newIssue({ severity })).toMatchObject({ severity });
  });

  // proves: spec-1-detects, spec-2-issue-verdict, spec-3-issue-verdict
  test.each(['detected', 'blocked'])('verdict may be %s', async (verdict) => {
    expect(await newIssue({}, verdict)).toMatchObject({ verdict });
  });

  // proves: spec-2-issue-micro-context, api-issue-micro-context, api-agent-node, api-agent-cluster
  test('micro_context has the keys platform, cluster and node', async () => {
    expect((await newIssue()).micro_context).toEqual({
      platform: 'kubernetes',
      cluster,
      node: 'node-7',
    });
  });

  // proves: spec-2-issue-details, api-issue-details
  test('details has the keys domain, ip, process (executable path) and command', async () => {
    const issue = await newIssue({
      process: { executable: '/usr/bin/wget', command: 'wget -q https://x.example.com' },
    });
    expect(issue.details).toMatchObject({
      domain: expect.stringMatching(/\.example\.com$/),
      ip: '203.0.113.9',
      process: '/usr/bin/wget',
      command: 'wget -q https://x.example.com',
      port: 443,
      protocol: 'tcp',
    });
  });
});

describe('4. GET /v1/issues/{issue_id}', () => {
  // proves: spec-4-issue-id, api-get-issue, api-issue-fields, api-issue-why
  test('answers 200 with the bare issue and what is known of it', async () => {
    const listed = await newIssue();
    const answer = await house.admin.get(`/v1/issues/${listed.id}`);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      ...listed,
      status: 'open',
      status_at: listed.created_at,
      status_by: 'detection',
      status_reason: null,
      ignored_until: null,
      occurrences: 1,
      first_seen: expect.stringMatching(ISO),
      last_seen: expect.stringMatching(ISO),
      agent_id: agent.id,
      evidence: [expect.any(Object)],
      why: expect.anything(),
    });
    expect(JSON.stringify(answer.body)).toContain('no policy allows it');
  });

  // proves: api-issue-evidence, api-issue-fields
  test('evidence keeps the newest 20 observations, occurrences counts all', async () => {
    const domain = `${unique('many')}.example.com`;
    for (let i = 0; i < 25; i += 1) await recordNew(agent, connection(domain, { attempt: i }));
    const { id } = await issueAbout(house.admin, domain);
    await holds(async () => {
      const issue = await issueInFull(house.admin, id);
      expect(issue.occurrences).toBe(25);
      expect(issue.evidence).toHaveLength(20);
    });
  });

  // proves: spec-7-404, api-code-not-found
  test('answers 404 for an issue that does not exist', async () => {
    const answer = await house.admin.get('/v1/issues/issue_doesnotexist');
    expect([answer.status, answer.body]).toEqual([404, generalError('not_found')]);
  });
});

describe('one issue per fingerprint', () => {
  test('an observation and its repetition are one issue', async () => {
    const domain = `${unique('rep')}.example.com`;
    const body = connection(domain);
    await recordNew(agent, body);
    await recordNew(agent, { ...connection(domain), verdict: 'blocked' });
    const { id } = await issueAbout(house.admin, domain);
    await holds(async () => {
      expect(await issueInFull(house.admin, id)).toMatchObject({
        occurrences: 2,
        verdict: 'blocked',
      });
    });
    expect((await agent.client.put('/v1/events_v2', body)).status).toBe(202);
  });

  test('another agent with the same observation is another issue', async () => {
    const other = await newAgent(house.admin, { labels: { cluster } });
    const domain = `${unique('two')}.example.com`;
    const body = connection(domain);
    await recordNew(agent, body);
    await recordNew(other, body);
    await holds(async () => {
      const { body: page } = await house.admin.get<Page<Issue>>('/v1/issues?limit=1000');
      expect(page.data.filter((issue) => issue.details['domain'] === domain)).toHaveLength(2);
    });
  });

  test('a verdict "allowed" makes no issue', async () => {
    const quiet = `${unique('quiet')}.example.com`;
    await recordNew(agent, { ...connection(quiet), verdict: 'allowed' });
    await newIssue();
    const { body } = await house.admin.get<Page<Issue>>('/v1/issues?limit=1000');
    expect(body.data.filter((issue) => issue.details['domain'] === quiet)).toEqual([]);
  });
});

describe('PATCH /v1/issues/{id}', () => {
  // proves: api-patch-issue
  test.each(['acknowledged', 'resolved', 'ignored', 'open'])(
    'status %s answers 200 with the issue',
    async (status) => {
      const { id } = await newIssue();
      const answer = await house.admin.patch(`/v1/issues/${id}`, { status, reason: 'looked at' });
      expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ id, status })]);
      expect(await issueInFull(house.admin, id)).toMatchObject({ status });
      expect(await ids(`status=${status}`)).toContain(id);
    },
  );

  // proves: api-issue-recurs
  test('a new occurrence reopens a resolved issue', async () => {
    const issue = await newIssue();
    await house.admin.patch(`/v1/issues/${issue.id}`, { status: 'resolved' });
    await recordNew(agent, connection(String(issue.details['domain'])));
    await holds(async () => {
      expect(await issueInFull(house.admin, issue.id)).toMatchObject({
        status: 'open',
        occurrences: 2,
      });
    });
  });

  // proves: api-issue-recurs
  test('a new occurrence of an ignored issue only counts', async () => {
    const issue = await newIssue();
    await house.admin.patch(`/v1/issues/${issue.id}`, { status: 'ignored', reason: 'known' });
    await recordNew(agent, connection(String(issue.details['domain'])));
    await holds(async () => {
      expect((await issueInFull(house.admin, issue.id)).occurrences).toBe(2);
    });
    expect(await issueInFull(house.admin, issue.id)).toMatchObject({ status: 'ignored' });
  });

  test.each([
    [{}],
    [{ status: 'closed' }],
    [{ status: 1 }],
    [{ status: 'ignored', until: 'soon' }],
    [[]],
    [null],
  ])('%j answers 400', async (body) => {
    const { id } = await newIssue();
    const answer = await house.admin.patch(`/v1/issues/${id}`, body);
    expect([answer.status, answer.body]).toEqual([400, generalError('bad_request')]);
  });

  test('answers 404 for an issue that does not exist', async () => {
    const answer = await house.admin.patch('/v1/issues/issue_none', { status: 'resolved' });
    expect([answer.status, answer.body]).toEqual([404, generalError('not_found')]);
  });
});

describe('GET /v1/issues/{id}/events', () => {
  // proves: api-issue-events
  test('lists the observations that were counted, newest first, paged', async () => {
    const domain = `${unique('ev')}.example.com`;
    const sent: string[] = [];
    for (let i = 0; i < 3; i += 1) sent.push(await recordNew(agent, connection(domain)));
    const { id } = await issueAbout(house.admin, domain);
    await holds(async () => {
      const { status, body } = await house.admin.get<Page<ListedEvent>>(`/v1/issues/${id}/events`);
      expect(status).toBe(200);
      expect(body.data.map((event) => event.id).sort()).toEqual([...sent].sort());
      expect(body.pagination).toEqual({ next_cursor: null, has_more: false });
    });
    const { body } = await house.admin.get<Page<ListedEvent>>(`/v1/issues/${id}/events?limit=2`);
    expect([body.data.length, body.pagination.has_more]).toEqual([2, true]);
  });
});
