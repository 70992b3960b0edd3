import {
  connection,
  issueAbout,
  issueInFull,
  newAgent,
  recordAll,
  recordNew,
  type TestAgent,
  unique,
} from '../house/actors';
import { eventually, holds } from '../house/eventually';
import { type House, openHouse } from '../house/house';
import { generalError, type Issue, type Page } from '../house/shapes';

interface Draft {
  readonly name: string;
  readonly rules: readonly { readonly pattern: string }[];
}
interface Proposals {
  readonly proposals: readonly { readonly label: string; readonly policy: Draft }[];
}
interface Match {
  readonly matched: { readonly issues: number; readonly occurrences: number };
  readonly data: readonly { readonly issue_id: string }[];
}

let house: House;
let agent: TestAgent;
const repository = unique('acme/web');
beforeAll(async () => {
  house = await openHouse();
  agent = await newAgent(house.admin, { kind: 'github', labels: { repository } });
});

async function raised(domain: string): Promise<Issue> {
  await recordNew(agent, connection(domain));
  return issueAbout(house.admin, domain);
}
const newDomain = (): string => `api.${unique('allow')}.example.com`;
const proposalsFor = (id: string) => house.admin.get<Proposals>(`/v1/issues/${id}/allow`);
const match = (draft: object) => house.admin.post<Match>('/v1/issues/match', draft);

// proves: api-issue-allow
test('the narrowest proposal comes first, can be created, and resolves the issue', async () => {
  const domain = newDomain();
  const { id } = await raised(domain);
  const { body } = await proposalsFor(id);
  expect(body.proposals.map(({ label }) => label)).toEqual([
    `${domain} for repository ${repository}`,
    `${domain} for all agents`,
    `*.${domain.slice('api.'.length)} for repository ${repository}`,
    `*.${domain.slice('api.'.length)} for all agents`,
  ]);
  const narrowest = body.proposals[0]?.policy;
  expect((await house.admin.post('/v1/policies', narrowest)).status).toBe(201);
  await eventually(async () => (await issueInFull(house.admin, id)).status === 'resolved');
});

describe('409 says why nothing can allow an issue', () => {
  // proves: api-issue-allow-none
  test('it went nowhere', async () => {
    const metadata = { process: { executable: `/tmp/${unique('tool')}` } };
    await recordNew(agent, { ...connection(''), kind: 'process_execution', metadata });
    const path = `/v1/issues?agent_id=${agent.id}`;
    const { id } = await eventually(async () =>
      (await house.admin.get<Page<Issue>>(path)).body.data.find(
        ({ details }) => details['process'] === metadata.process.executable,
      ),
    );
    const answer = await proposalsFor(id);
    const sentence = expect.stringMatching(/^This issue went nowhere/);
    expect([answer.status, answer.body]).toEqual([409, generalError('conflict', sentence)]);
  });

  // proves: api-issue-allow-none
  test('a policy blocks it', async () => {
    const domain = newDomain();
    const policy = { name: unique('no'), type: 'block', rules: [{ pattern: domain }] };
    await house.admin.post('/v1/policies', policy);
    const answer = await proposalsFor((await raised(domain)).id);
    const sentence = expect.stringContaining(`The policy "${policy.name}"`);
    expect([answer.status, answer.body]).toEqual([409, generalError('conflict', sentence)]);
  });
});

describe('POST /v1/issues/match', () => {
  // proves: api-issue-match, api-issue-match-found, api-issue-match-data
  test('finds the issues that a draft is about, and creates nothing', async () => {
    const domain = newDomain();
    const issue = await raised(domain);
    await house.admin.patch(`/v1/issues/${issue.id}`, { status: 'resolved' });
    const name = unique('draft');
    const draft = { name, type: 'allow', enabled: false, rules: [{ pattern: domain }] };
    const { status, body } = await match(draft);
    expect([status, body]).toEqual([
      200,
      {
        ...{ examined: expect.any(Number), truncated: expect.any(Boolean) },
        matched: { issues: 1, occurrences: 1 },
        data: [
          {
            ...{ issue_id: issue.id, title: issue.title, destination: domain, agent_id: agent.id },
            ...{ process: '/usr/bin/curl', occurrences: 1, status: 'resolved' },
            last_seen: expect.any(String),
          },
        ],
      },
    ]);
    expect((await house.admin.get('/v1/policies')).text).not.toContain(name);
  });

  // proves: api-issue-match
  test('refuses what POST /v1/policies refuses, and YAML', async () => {
    const draft = { name: 'x', type: 'allow', rules: [{ pattern: 'a b' }] };
    const answer = await match(draft);
    const refused = await house.admin.post('/v1/policies', draft);
    expect([answer.status, answer.body]).toEqual([400, refused.body]);
    expect((await house.admin.yaml('POST', '/v1/issues/match', 'name: x')).status).toBe(415);
  });
});

// proves: api-issue-destinations, api-issue-destinations-limit
test('unknown destinations are listed, the most observations first', async () => {
  const domain = newDomain();
  await recordAll(
    agent,
    Array.from({ length: 60 }, () => connection(domain)),
  );
  type Destinations = { readonly data: readonly { readonly destination: string }[] };
  const path = '/v1/issues/destinations';
  // They are counted some at a time.
  await holds(async () => {
    const { data } = (await house.admin.get<Destinations>(`${path}?limit=50`)).body;
    expect(data.find(({ destination }) => destination === domain)).toEqual({
      ...{ destination: domain, issues: 1, occurrences: 60, severity: 'high' },
      last_seen: expect.any(String),
    });
  });
  expect((await house.admin.get<Destinations>(path)).body.data.length).toBeLessThanOrEqual(10);
  expect((await house.admin.get(`${path}?limit=51`)).status).toBe(400);
});
