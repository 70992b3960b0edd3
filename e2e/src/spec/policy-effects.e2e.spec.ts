import { domainToASCII } from 'node:url';
import { connection, issueAbout, issueInFull, newAgent, recordNew, unique } from '../house/actors';
import { holds } from '../house/eventually';
import { type House, openHouse } from '../house/house';
import type { Issue, Page } from '../house/shapes';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});

const yaml = (pattern: string, more = ''): string => `name: ${unique('policy')}
type: allow
scope: global
rules:
  - pattern: "${pattern}"
${more}`;

async function create(text: string): Promise<string> {
  const answer = await house.admin.yaml<{ id: string }>('POST', '/v1/policies', text);
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.body.id;
}

describe('what policies do', () => {
  // proves: spec-2-policy-type, spec-2-policy-rules
  test('an allow rule keeps a connection recorded right after it from being an issue', async () => {
    const agent = await newAgent(house.admin);
    const zone = `${unique('zone')}.example.com`;
    await create(yaml(`*.${zone}`));
    await recordNew(agent, connection(`api.${zone}`));
    await recordNew(agent, connection(`a.b.${zone}`));
    const nested = await issueAbout(house.admin, `a.b.${zone}`);
    expect(nested.title).toBe(`Unknown egress to a.b.${zone}`);
    const { body } = await house.admin.get<Page<Issue>>('/v1/issues?limit=100');
    expect(body.data.filter((issue) => issue.details['domain'] === `api.${zone}`)).toEqual([]);
  });

  // proves: api-policy-type, api-issue-why
  test('a block rule makes a critical issue, whatever the verdict', async () => {
    const agent = await newAgent(house.admin);
    const domain = `${unique('bad')}.example.com`;
    const id = await create(yaml(domain).replace('type: allow', 'type: block'));
    await recordNew(agent, { ...connection(domain), verdict: 'allowed' });
    const issue = await issueAbout(house.admin, domain);
    expect(issue.severity).toBe('critical');
    expect(JSON.stringify((await issueInFull(house.admin, issue.id)).why)).toContain(id);
  });

  // proves: api-issue-severest
  test('an issue that was critical says why it was, whatever follows', async () => {
    const agent = await newAgent(house.admin);
    const domain = `${unique('was-bad')}.example.com`;
    const policy = await create(yaml(domain).replace('type: allow', 'type: block'));
    await recordNew(agent, connection(domain));
    const { id } = await issueAbout(house.admin, domain);
    await house.admin.delete(`/v1/policies/${policy}`);
    await recordNew(agent, { ...connection(domain), verdict: 'blocked' });
    await holds(async () => {
      const issue = await issueInFull(house.admin, id);
      expect(issue).toMatchObject({ occurrences: 2, severity: 'critical', verdict: 'blocked' });
      expect(issue.title).toBe(`Forbidden egress to ${domain}`);
      expect(JSON.stringify(issue.why)).toContain(policy);
    });
  });

  test('a policy that allows what an open issue was about resolves it', async () => {
    const agent = await newAgent(house.admin);
    const domain = `${unique('later')}.example.com`;
    await recordNew(agent, connection(domain));
    const { id } = await issueAbout(house.admin, domain);
    await create(yaml(domain));
    await holds(async () => {
      expect(await issueInFull(house.admin, id)).toMatchObject({ status: 'resolved' });
    });
  });

  // proves: api-policy-selector
  test('a selected policy counts only for the agents it selects', async () => {
    const cluster = unique('c');
    const inside = await newAgent(house.admin, { labels: { cluster } });
    const outside = await newAgent(house.admin, { labels: { cluster: 'elsewhere' } });
    const domain = `${unique('scoped')}.example.com`;
    const more = `selector:\n  platform: kubernetes\n  cluster: ${cluster}\n`;
    await create(yaml(domain, more).replace('scope: global', 'scope: selected'));
    await recordNew(inside, connection(domain));
    await recordNew(outside, connection(domain));
    const issue = await issueAbout(house.admin, domain);
    expect(issue.micro_context['cluster']).toBe('elsewhere');
  });

  test('names are compared without case, trailing dot or spelling of the alphabet', async () => {
    const agent = await newAgent(house.admin);
    const zone = unique('zone');
    await create(yaml(`*.Bücher-${zone.toUpperCase()}.Example.com`));
    const ascii = domainToASCII(`bücher-${zone}.example.com`);
    await recordNew(agent, connection(`API.${ascii}.`));
    await recordNew(agent, connection(`api.bücher-${zone}.EXAMPLE.com`));
    const witness = `${unique('witness')}.example.com`;
    await recordNew(agent, connection(witness));
    await issueAbout(house.admin, witness);
    const { body } = await house.admin.get<Page<Issue>>('/v1/issues?limit=100');
    expect(body.data.filter((issue) => issue.title.includes(zone))).toEqual([]);
  });

  // proves: spec-2-policy-enabled, spec-3-policy-enabled
  test('a disabled or deleted policy allows nothing', async () => {
    const agent = await newAgent(house.admin);
    const [off, gone] = [`${unique('off')}.example.com`, `${unique('gone')}.example.com`];
    await create(yaml(off, 'enabled: false\n'));
    expect((await house.admin.delete(`/v1/policies/${await create(yaml(gone))}`)).status).toBe(204);
    await recordNew(agent, connection(off));
    await recordNew(agent, connection(gone));
    await issueAbout(house.admin, off);
    await issueAbout(house.admin, gone);
  });

  test('a block rule wins over an allow rule', async () => {
    const agent = await newAgent(house.admin);
    const domain = `${unique('both')}.example.com`;
    await create(yaml(domain));
    await create(yaml(domain).replace('type: allow', 'type: block'));
    await recordNew(agent, connection(domain));
    expect(await issueAbout(house.admin, domain)).toMatchObject({ severity: 'critical' });
  });

  test.each([
    ['198.51.100.0/24', '198.51.100.77'],
    ['198.51.100.*', '198.51.100.78'],
    ['2001:db8::/32', '2001:db8:1::9'],
    ['198.51.100.79', '::ffff:198.51.100.79'],
  ])('pattern %s allows the address %s', async (pattern, ip) => {
    const agent = await newAgent(house.admin);
    const id = await create(yaml(pattern));
    const only = { destination: undefined, destination_ip: ip };
    await recordNew(agent, connection('unused', only));
    const witness = `${unique('witness')}.example.com`;
    await recordNew(agent, connection(witness));
    await issueAbout(house.admin, witness);
    // Other tests of the deployment may have gone there without a policy.
    const { body } = await house.admin.get<Page<Issue>>(`/v1/issues?agent_id=${agent.id}`);
    expect(body.data.map(({ details }) => details['domain'])).toEqual([witness]);
    await house.admin.delete(`/v1/policies/${id}`);
  });
});
