import {
  evolveIssue,
  type Issue,
  type IssueEvent,
  isoTime,
  type ObservationBody,
  type ObservationRecorded,
  type PolicyDocument,
} from '@parapet/contracts';
import { TestClock, testHouse, type TestHouse } from '@parapet/chassis/testing';
import { DetectionModule } from './detection.module';
import {
  AGENT,
  connection,
  policyCreated,
  policyDocument,
  policyUpdated,
  recorded,
} from './testing/facts';

let house: TestHouse;
let made = 0;
const clock = new TestClock();
beforeAll(async () => {
  house = await testHouse({ imports: [DetectionModule], clock });
});
afterAll(() => house.close());

const unique = (): string => `d${(made += 1)}.example.com`;

function observation(body: ObservationBody): ObservationRecorded {
  made += 1;
  return recorded(body, { id: `event_${made}`, ms: clock.now() });
}
async function observe(body: ObservationBody): Promise<string> {
  const fact = observation(body);
  await house.append('observations', AGENT.id, fact);
  return fact.data.observation_id;
}
const see = (destination: string): Promise<string> => observe(connection({ destination }));

async function addPolicy(document: PolicyDocument): Promise<string> {
  const id = `policy_${(made += 1)}`;
  await house.append('policies', id, policyCreated(id, document));
  return id;
}

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}
async function call(method: 'GET' | 'PATCH', path: string, body?: object): Promise<Answer> {
  const answer = await house.inject({
    ...{ method, url: path, headers: { authorization: `Bearer ${house.adminToken}` } },
    ...(body && { payload: body }),
  });
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
}
type Listed = Pick<Issue, 'id' | 'details' | 'status' | 'severity' | 'created_at'>;
async function list(query = ''): Promise<readonly Listed[]> {
  const { status, body } = await call('GET', `/v1/issues?limit=1000&${query}`);
  expect(status).toBe(200);
  return body['data'] as readonly Listed[];
}
const about = async (domain: string): Promise<Listed[]> =>
  (await list()).filter((issue) => issue.details.domain === domain);
async function issueAbout(domain: string): Promise<string> {
  await house.settled();
  const [issue, ...more] = await about(domain);
  if (!issue || more.length > 0) throw new Error(`not one issue about ${domain}`);
  return issue.id;
}
const read = async (id: string): Promise<Answer['body']> =>
  (await call('GET', `/v1/issues/${id}`)).body;

test('an observation becomes an issue that says what is known', async () => {
  const domain = unique();
  const observed = await observe(connection({ destination: domain, port: 443 }));
  const id = await issueAbout(domain);
  expect(await read(id)).toMatchObject({
    ...{ id, title: `Unknown egress to ${domain}`, severity: 'high', verdict: 'detected' },
    ...{ status: 'open', occurrences: 1, agent_id: AGENT.id },
    micro_context: { platform: 'kubernetes', cluster: 'prod', node: 'node-1' },
    details: { domain, port: 443, detection: 'egress' },
    why: { reason: 'no policy allows it', policy: null },
    evidence: [{ id: observed, type: 'connect', agent_id: AGENT.id, metadata: { port: 443 } }],
  });
});

test('a list item has the fields of the spec, its status, what an occurrence changes and its agent, and nothing of the inside', async () => {
  await see(unique());
  await house.settled();
  const [first] = await list();
  expect(Object.keys(first ?? {}).sort()).toEqual([
    ...['agent_id', 'created_at', 'details', 'first_seen', 'id', 'last_seen', 'micro_context'],
    ...['occurrences', 'severity', 'status', 'title', 'verdict'],
  ]);
});

test('rule 4: an observation a moment after the policy that allows it makes no issue', async () => {
  const domains = Array.from({ length: 50 }, unique);
  for (const domain of domains) {
    await addPolicy(policyDocument([domain]));
    await see(domain);
  }
  await house.settled();
  const issues = await list();
  expect(issues.filter((i) => domains.includes(i.details.domain ?? ''))).toEqual([]);
});

test('rule 13: a new policy resolves the issues that it allows, and says so', async () => {
  const domain = unique();
  await see(domain);
  const id = await issueAbout(domain);
  await call('PATCH', `/v1/issues/${id}`, { status: 'acknowledged' });
  const policy = await addPolicy(policyDocument([domain], { name: 'mirrors' }));
  await house.settled();
  expect(await read(id)).toMatchObject({
    ...{ status: 'resolved', status_by: policy },
    status_reason: `policy "mirrors" (${policy}, version 1) allows it by ${domain}`,
  });
});

test('rule 13: a policy that is changed so that it allows it resolves too; others stay open', async () => {
  const [domain, other] = [unique(), unique()];
  const policy = await addPolicy(policyDocument([domain], { enabled: false }));
  await see(domain);
  await see(other);
  const id = await issueAbout(domain);
  await house.append('policies', policy, policyUpdated(policy, 2, policyDocument([domain])));
  await house.settled();
  expect(await read(id)).toMatchObject({ status: 'resolved' });
  expect(await read(await issueAbout(other))).toMatchObject({ status: 'open' });
});

test('rule 13: an issue that slips in behind the scan is judged again', async () => {
  const domain = unique();
  await see(domain);
  const id = await issueAbout(domain);
  const first = await log(id);
  await addPolicy(policyDocument([domain]));
  await house.settled();
  const stale = first.find((event) => event.type === 'IssueCreated');
  if (!stale) throw new Error('there is no such event');
  const late = `${id}_late`;
  const data = { ...Object(stale.data), issue_id: late };
  await house.append('issues', late, { ...stale, id: 'judged-long-ago', data });
  await house.settled();
  expect(await read(late)).toMatchObject({ status: 'resolved', occurrences: 1 });
});

test('rule 13: many issues are resolved by one policy while more come in', async () => {
  const zone = unique();
  const names = Array.from({ length: 700 }, (_, i) => `n${i}.${zone}`);
  for (const name of names.slice(0, 600)) await see(name);
  await Promise.all([
    addPolicy(policyDocument([`*.${zone}`])),
    ...names.slice(600).map((name) => see(name)),
  ]);
  await house.settled();
  const open = (await list('status=open')).filter((i) => i.details.domain?.endsWith(zone));
  expect(open).toEqual([]);
});

test('a resolved issue is opened by a newer observation only', async () => {
  const domain = unique();
  const old = observation(connection({ destination: domain, attempt: 1 }));
  await see(domain);
  const id = await issueAbout(domain);
  expect((await call('PATCH', `/v1/issues/${id}`, { status: 'resolved' })).status).toBe(200);
  await house.append('observations', AGENT.id, old);
  await house.settled();
  expect(await read(id)).toMatchObject({ status: 'resolved', occurrences: 2 });
  clock.advance(1_000);
  await see(domain);
  await house.settled();
  expect(await read(id)).toMatchObject({ status: 'open', occurrences: 3 });
});

test.each([
  ['resolved', null],
  ['ignored', 60_000],
])('rule 11: what an agent sends again opens no %s issue', async (status, ms) => {
  const domain = unique();
  const body = connection({ destination: domain });
  const observed = await observe(body);
  const id = await issueAbout(domain);
  const until = ms === null ? null : isoTime(clock.now() + ms);
  expect((await call('PATCH', `/v1/issues/${id}`, { status, until })).status).toBe(200);
  clock.advance(120_000);
  const again = recorded({ ...body, verdict: 'blocked' }, { id: observed, ms: clock.now() });
  await house.append('observations', AGENT.id, again);
  await house.settled();
  expect(await read(id)).toMatchObject({ status, occurrences: 1, verdict: 'blocked' });
  await see(domain);
  await house.settled();
  expect(await read(id)).toMatchObject({ status: 'open', occurrences: 2 });
});

test('rule 9: the events of an issue say what the newest copy of each says', async () => {
  const body = connection({ destination: unique() });
  const observed = await observe(body);
  const id = await issueAbout(String(body.metadata['destination']));
  const again = recorded({ ...body, verdict: 'blocked' }, { id: observed, ms: clock.now() });
  await house.append('observations', AGENT.id, again);
  await house.settled();
  const blocked = [{ id: observed, verdict: 'blocked' }];
  expect(await read(id)).toMatchObject({ occurrences: 1, evidence: blocked });
  expect((await call('GET', `/v1/issues/${id}/events`)).body).toMatchObject({ data: blocked });
});

test('rule 6: what everyone folds from the log is what the list shows', async () => {
  const domain = unique();
  await see(domain);
  const id = await issueAbout(domain);
  await call('PATCH', `/v1/issues/${id}`, { status: 'resolved', reason: 'done' });
  await see(domain);
  await house.settled();
  const folded = (await log(id)).reduce<Issue | undefined>(evolveIssue, undefined);
  const { status, version, status_reason, created_at } = folded ?? {};
  expect(version).toBeGreaterThanOrEqual(2);
  expect(await read(id)).toMatchObject({ status, status_reason, created_at });
});

/** Everything that lies in the log about an issue. */
async function log(id: string): Promise<IssueEvent[]> {
  const ends = await house.log.ends('issues');
  const found: IssueEvent[] = [];
  for await (const batch of house.log.read(
    'issues',
    ends.map(() => 0),
    ends,
  ))
    for (const { key, meta, json } of batch)
      if (key === id) found.push({ ...meta, data: JSON.parse(json) } as IssueEvent);
  return found;
}
