import {
  connection,
  issueAbout,
  newAgent,
  nextTimestamp,
  recordNew,
  unique,
} from '../house/actors';
import { holds } from '../house/eventually';
import { type House, openHouse } from '../house/house';
import {
  type Agent,
  ISO,
  type Issue,
  type ListedEvent,
  type Page,
  type Policy,
} from '../house/shapes';

const text: unknown = expect.any(String);
const id = (prefix: string): unknown =>
  expect.stringMatching(new RegExp(`^${prefix}_[A-Za-z0-9_-]+$`));
const oneOf = (...values: string[]): unknown =>
  expect.stringMatching(new RegExp(`^(${values.join('|')})$`));
/** ISO 8601 as RFC 3339 has it: with seconds and a zone. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

let house: House;
/** The domain of an issue that knows everything there is to know. */
const domain = `${unique('fields')}.example.com`;

/** One of everything of each kind, and all that the other tests of the deployment left. */
beforeAll(async () => {
  house = await openHouse();
  const labels = { cluster: unique('cluster'), node: 'node-7', version: '1.2.3' };
  const agent = await newAgent(house.admin, { labels });
  for (const kind of ['github_actions', 'vanilla']) await newAgent(house.admin, { kind });
  await house.admin.patch(`/v1/agents/${agent.id}`, { mode: 'enforce' });
  const process = { pid: 77, command: '/usr/bin/dig', args: ['+short', domain] };
  const dns = { query: domain, response: ['192.0.2.1', '2001:db8::1'], process };
  for (const kind of ['dns_query', 'process_execution'])
    await recordNew(agent, {
      ...{ kind, timestamp: nextTimestamp(), metadata: dns, verdict: 'allowed' },
    });
  for (const verdict of ['detected', 'blocked'])
    await recordNew(agent, { ...connection(domain), verdict });
  for (const type of ['allow', 'block'])
    await house.admin.post('/v1/policies', {
      ...{ name: unique('policy'), type, scope: 'global', enabled: type === 'allow' },
      rules: [{ pattern: `*.${unique('zone')}.example.com`, comment: 'of a test' }],
    });
  await issueAbout(house.admin, domain);
});

async function everyOne<T>(path: string): Promise<readonly T[]> {
  const { status, body } = await house.admin.get<Page<T>>(path);
  expect(status).toBe(200);
  expect(body.data.length).toBeGreaterThan(0);
  return body.data;
}

describe('2. Resources and their fields, of every one that is listed', () => {
  // proves: spec-2-issue-id, spec-2-issue-title, spec-2-issue-severity, spec-2-issue-verdict
  // proves: spec-2-issue-created-at, spec-2-issue-micro-context, spec-2-issue-details, spec-3-issue-verdict
  // proves: spec-1-exposes, spec-1-clients
  test('issues', async () => {
    for (const issue of await everyOne<Issue>('/v1/issues?limit=1000')) {
      expect(issue).toMatchObject({
        id: id('issue'),
        title: expect.stringMatching(/\S/),
        severity: oneOf('critical', 'high', 'medium', 'low'),
        verdict: oneOf('detected', 'blocked'),
        created_at: expect.stringMatching(ISO),
      });
      for (const key of ['platform', 'cluster', 'node'])
        expect([text, undefined]).toContainEqual(issue.micro_context[key]);
      for (const key of ['domain', 'ip', 'process', 'command'])
        expect([text, undefined]).toContainEqual(issue.details[key]);
    }
  });

  // proves: spec-2-policy-id, spec-2-policy-name, spec-2-policy-type, spec-2-policy-scope, spec-2-policy-rules
  // proves: spec-2-policy-enabled, spec-2-policy-created-at, spec-3-policy-enabled, spec-1-exposes
  test('policies', async () => {
    for (const policy of await everyOne<Policy>('/v1/policies')) {
      expect(policy).toMatchObject({
        ...{ id: id('policy'), name: text, type: text, scope: text, rules: expect.any(Array) },
        ...{ enabled: expect.any(Boolean), created_at: expect.stringMatching(ISO) },
      });
      for (const rule of policy.rules) {
        expect(rule.pattern).toEqual(text);
        expect([text, undefined]).toContainEqual(rule.comment);
      }
    }
  });

  // proves: spec-2-agent-id, spec-2-agent-hostname, spec-2-agent-platform, spec-2-agent-cluster
  // proves: spec-2-agent-status, spec-2-agent-mode, spec-2-agent-version, spec-2-agent-last-seen
  // proves: spec-3-agent-status, spec-3-agent-mode, spec-1-exposes
  test('agents', async () => {
    for (const agent of await everyOne<Agent>('/v1/agents')) {
      expect(agent).toMatchObject({
        ...{ id: id('agent'), hostname: text, version: text },
        // "vanilla" is an addition: an agent on neither of the two.
        platform: oneOf('github_actions', 'kubernetes', 'vanilla'),
        status: oneOf('connected', 'disconnected'),
        mode: oneOf('enforce', 'detect'),
        last_seen: expect.stringMatching(ISO),
      });
      expect([text, undefined]).toContainEqual(agent.cluster);
    }
  });

  // proves: spec-2-event-id, spec-2-event-type, spec-2-event-timestamp, spec-2-event-query, spec-2-event-response
  // proves: spec-2-event-process, spec-1-exposes, spec-6-ingest-kinds
  test('events', async () => {
    for (const type of ['dns', 'connect', 'process'])
      for (const event of await everyOne<ListedEvent>(`/v1/events?type=${type}&limit=1000`)) {
        expect(event).toMatchObject({
          ...{ id: id('event'), type, timestamp: expect.stringMatching(TIME) },
        });
        expect([text, undefined]).toContainEqual(event.query);
        expect([expect.any(Array), undefined]).toContainEqual(event.response);
        expect([expect.any(Object), undefined]).toContainEqual(event.process);
      }
  });
});

describe('2. Event (as ingested, v2 format), metadata', () => {
  const anything = {
    ...{ text: 'é', empty: '', number: -1.5e-7, yes: true, nothing: null, list: [1, 'a', [{}]] },
    ...{ object: { 'dotted.key': { $ne: 1 } }, destination: 7, port: 'https' },
  };
  const usual = { destination: 'a.example.com', destination_ip: '192.0.2.1', port: 443 };

  // proves: spec-2-ingested-metadata, spec-2-ingested-any-metadata, spec-2-ingested-kind, api-event-other,
  // proves: api-event-more
  test.each([
    ['network_connection', { ...usual, protocol: 'tcp' }],
    ['network_connection', anything],
    ['process_execution', anything],
    ['a kind that nobody knows', anything],
    ['file_access', {}],
  ])('of %s is kept as it was sent: %j', async (kind, metadata) => {
    const agent = await newAgent(house.admin);
    const timestamp = nextTimestamp();
    const recorded = await recordNew(agent, { kind, timestamp, metadata, verdict: 'allowed' });
    await holds(async () => {
      const { body } = await house.admin.get(`/v1/events/${recorded}`);
      expect(body).toMatchObject({ kind, timestamp, verdict: 'allowed' });
      expect((body as ListedEvent).metadata).toEqual(metadata);
    });
  });

  // proves: api-event-numbers
  test('keeps the digits of numbers that a double does not hold', async () => {
    const agent = await newAgent(house.admin);
    const body = (inode: string): string =>
      `{"kind":"file_access","timestamp":"2026-03-03T10:11:12Z","verdict":"allowed","metadata":{"inode":${inode}}}`;
    const ids = [await recordNew(agent, body('9007199254740993'))];
    ids.push(await recordNew(agent, body('9007199254740992')));
    await holds(async () => {
      const read = await Promise.all(ids.map((id) => house.admin.get(`/v1/events/${id}`)));
      const inodes = read.map((event) => (event.body as ListedEvent).metadata['inode']);
      expect(inodes).toEqual(['9007199254740993', 9_007_199_254_740_992]);
    });
  });
});
