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
import { generalError, type Issue, type Page, type Policy } from '../house/shapes';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});

const selected = (domain: string, selector: object): object => ({
  ...{ name: unique('policy'), type: 'allow', scope: 'selected', selector },
  rules: [{ pattern: domain }],
});

/** Lets each of some agents connect to the domain: of one of them alone that is an issue. */
async function expectRaisedBy(
  domain: string,
  agents: readonly TestAgent[],
  only: TestAgent,
): Promise<void> {
  for (const agent of agents) {
    await recordNew(agent, connection(domain));
    // What an agent sends is judged in its order: when there is an issue about this, the one before was judged.
    const witness = `${unique('witness')}.example.com`;
    await recordNew(agent, connection(witness));
    await issueAbout(house.admin, witness);
  }
  // Issues lie in several partitions: what was judged last may be listed first.
  await holds(async () => {
    const { body } = await house.admin.get<Page<Issue>>('/v1/issues?limit=1000');
    const about = body.data.filter((issue) => issue.details['domain'] === domain);
    const full = await Promise.all(about.map(({ id }) => issueInFull(house.admin, id)));
    expect(full.map((issue) => issue.agent_id)).toEqual([only.id]);
  });
}

describe('scope: selected', () => {
  // proves: api-policy-selector, api-policy-scope
  test.each([
    ['kubernetes', 'cluster'],
    ['kubernetes', 'namespace'],
    ['kubernetes', 'node'],
    ['github_actions', 'repository'],
    ['github_actions', 'workflow'],
    ['github_actions', 'job'],
  ])(
    'a selector of %s may name %s, the label of the agents it is about',
    async (platform, label) => {
      const [ours, domain] = [unique(label), `${unique(label)}.example.com`];
      const selector = { platform, [label]: ours };
      const made = await house.admin.post<Policy>('/v1/policies', selected(domain, selector));
      expect(made.status).toBe(201);
      const { body } = await house.admin.get(`/v1/policies/${made.body.id}`);
      expect(body).toMatchObject({ scope: 'selected', selector });
      const inside = await newAgent(house.admin, { kind: platform, labels: { [label]: ours } });
      const outside = await newAgent(house.admin, { kind: platform, labels: { [label]: 'other' } });
      await expectRaisedBy(domain, [inside, outside], outside);
    },
  );

  // proves: api-policy-selector
  test('a selector is about its platform only', async () => {
    const domain = `${unique('platform')}.example.com`;
    const selector = { platform: 'kubernetes' };
    expect((await house.admin.post('/v1/policies', selected(domain, selector))).status).toBe(201);
    const inside = await newAgent(house.admin, { kind: 'kubernetes' });
    const outside = await newAgent(house.admin, { kind: 'github_actions' });
    await expectRaisedBy(domain, [inside, outside], outside);
  });

  // proves: api-policy-selector
  test.each([
    [{}],
    [{ platform: 'vanilla' }],
    [{ cluster: 'c' }],
    [{ platform: 'kubernetes', repository: 'acme/shop' }],
    [{ platform: 'github_actions', cluster: 'c' }],
    [{ platform: 'kubernetes', cluster: 7 }],
    ['kubernetes'],
    [[{ platform: 'kubernetes' }]],
  ])('the selector %j answers 400', async (selector) => {
    const body = { ...selected('refused.example.com', {}), selector };
    const answer = await house.admin.post('/v1/policies', body);
    expect([answer.status, answer.body]).toEqual([400, generalError('bad_request')]);
  });
});

// proves: api-policy-optional, api-policy-comment, api-policy-scope
test('enabled, description, metadata, scope and comments may be given or left out', async () => {
  const rules = [{ pattern: 'optional.example.com' }];
  const least = { name: unique('least'), type: 'allow', rules };
  const most = {
    ...{ name: unique('most'), type: 'block', rules: [{ pattern: 'most.test', comment: 'why' }] },
    ...{ scope: 'global', enabled: false, description: 'of a test', metadata: { team: 'a', n: 1 } },
  };
  const read = async (body: object): Promise<unknown> => {
    const made = await house.admin.post<Policy>('/v1/policies', body);
    expect([made.status, made.text]).toEqual([201, expect.any(String)]);
    return (await house.admin.get(`/v1/policies/${made.body.id}`)).body;
  };
  expect(await read(least)).toMatchObject({ ...least, scope: 'global', enabled: true });
  expect(await read(least)).not.toHaveProperty('description');
  expect(await read(most)).toMatchObject(most);
});
