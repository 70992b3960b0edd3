import {
  connection,
  issueAbout,
  issueInFull,
  newAgent,
  recordNew,
  type TestAgent,
  unique,
} from '../house/actors';
import { eventually, holds } from '../house/eventually';
import { type House, openHouse } from '../house/house';
import { inTime } from '../house/in-time';
import type { Issue, ListedEvent, Page } from '../house/shapes';

let house: House;
let agent: TestAgent;
beforeAll(async () => {
  house = await openHouse();
  agent = await newAgent(house.admin);
});

/** The issue that a connection of this agent raises. */
async function raised(speaker: TestAgent, domain: string, metadata: object = {}): Promise<Issue> {
  await recordNew(speaker, connection(domain, metadata));
  return issueAbout(house.admin, domain);
}
const newDomain = (): string => `${unique('full')}.example.com`;

// proves: api-issue-listed
test('a listed issue says its status, how often and when it occurred, and at which agent', async () => {
  const domain = newDomain();
  for (const attempt of [1, 2]) await recordNew(agent, connection(domain, { attempt }));
  const { id } = await issueAbout(house.admin, domain);
  await holds(async () => {
    const { status, occurrences, first_seen, last_seen, agent_id } = await issueInFull(
      house.admin,
      id,
    );
    expect([status, occurrences, agent_id]).toEqual(['open', 2, agent.id]);
    const list = await house.admin.get<Page<Issue>>(`/v1/issues?destination=${domain}`);
    expect(list.body.data).toEqual([
      expect.objectContaining({ id, status, occurrences, first_seen, last_seen, agent_id }),
    ]);
  });
});

// proves: api-issue-seen
test('first_seen and last_seen are times of receipt, also of what arrives late', async () => {
  const domain = newDomain();
  for (const timestamp of ['2026-01-02T03:04:05Z', '2026-01-01T00:00:00Z'])
    await recordNew(agent, { ...connection(domain), timestamp });
  const { id } = await issueAbout(house.admin, domain);
  await holds(async () => {
    const { first_seen, last_seen, evidence } = await issueInFull(house.admin, id);
    const [last, first] = evidence as readonly ListedEvent[];
    expect([first?.received_at, last?.received_at]).toEqual([first_seen, last_seen]);
  });
});

describe('micro_context', () => {
  // proves: api-issue-micro-context, api-agent-node
  test('leaves out what is not known; node is the hostname when there is no label', async () => {
    const name = unique('worker');
    const { micro_context } = await raised(
      await newAgent(house.admin, { name, kind: 'vanilla' }),
      newDomain(),
    );
    expect(micro_context).toEqual({ platform: 'vanilla', node: name });
  });
});

describe('details', () => {
  // proves: api-issue-details
  test('say what detected it, port, protocol, path and technique, and leave out what is not known', async () => {
    const full = await raised(agent, newDomain());
    expect(full.details).toMatchObject({ detection: 'egress', port: 443, protocol: 'tcp' });
    const nothing = { destination_ip: undefined, process: undefined, port: undefined };
    const { details } = await raised(agent, newDomain(), { ...nothing, protocol: undefined });
    for (const key of ['ip', 'process', 'command', 'port', 'protocol'])
      expect(details).not.toHaveProperty(key);
    const miner = { name: 'crypto_miner_execution', path: '/tmp/miner' };
    const known = { detection: miner.name, technique: 'T1496.001', path: miner.path };
    expect((await raised(agent, newDomain(), miner)).details).toMatchObject(known);
  });
});

// proves: api-issue-evidence
test('evidence is the newest 20 observations', async () => {
  const domain = newDomain();
  const sent: string[] = [];
  for (let i = 0; i < 22; i += 1) sent.push(await recordNew(agent, connection(domain)));
  const { id } = await issueAbout(house.admin, domain);
  await holds(async () => {
    const evidence = (await issueInFull(house.admin, id)).evidence as readonly ListedEvent[];
    expect(evidence.map((event) => event.id)).toEqual(sent.slice(-20).reverse());
  });
});

// proves: api-issue-why
test('why names the policy that decided, its version and its rule', async () => {
  const domain = newDomain();
  const name = unique('why');
  const blocking = (pattern: string): string =>
    `name: ${name}\ntype: block\nrules:\n  - pattern: ${pattern}\n`;
  const policy = await house.admin.yaml<{ id: string }>('POST', '/v1/policies', blocking('a.test'));
  const path = `/v1/policies/${policy.body.id}`;
  expect((await house.admin.yaml('PUT', path, blocking(domain))).status).toBe(200);
  const { id } = await raised(agent, domain);
  expect((await issueInFull(house.admin, id)).why).toMatchObject({
    policy: { id: policy.body.id, name, version: 2, pattern: domain },
  });
});

describe('PATCH /v1/issues/{id}', () => {
  // proves: api-patch-issue, api-issue-history
  test('keeps the reason, and ignores until the moment that is given', async () => {
    const domain = newDomain();
    const { id } = await raised(agent, domain);
    const reason = 'a known scanner';
    const until = await inTime(async (time) => {
      const asked = { status: 'ignored', reason, until: time };
      const answer = await house.admin.patch(`/v1/issues/${id}`, asked);
      const ignored = { id, status: 'ignored', status_reason: reason, ignored_until: time };
      expect([answer.status, answer.body]).toEqual([200, expect.objectContaining(ignored)]);
      return time;
    });
    await eventually(async () => {
      await recordNew(agent, connection(domain));
      return (await issueInFull(house.admin, id)).status === 'open';
    });
    expect(Date.now()).toBeGreaterThan(Date.parse(until));
    const { created_at, status_at, history } = await issueInFull(house.admin, id);
    const byToken = expect.stringMatching(/^token_/);
    expect(history).toEqual([
      { at: status_at, status: 'open', by: null, reason: null, until: null },
      { at: expect.any(String), ...{ status: 'ignored', by: byToken }, reason, until },
      { at: created_at, status: 'open', by: null, reason: null, until: null },
    ]);
  });
});
