import { connection, issueAbout, newAgent, recordNew, unique } from '../house/actors';
import { holds } from '../house/eventually';
import { type House, openHouse } from '../house/house';
import { openReceiver } from '../house/receiver';
import { generalError, type Page } from '../house/shapes';

type Item = Readonly<Record<string, string>>;

let house: House;
/** Where each list lies, with filters that leave only what is made here where there are such. */
const at: Record<string, string> = {};

const MADE = [1, 2, 3, 4, 5];

/** Five of each kind, one after the other. */
beforeAll(async () => {
  house = await openHouse();
  const receiver = await openReceiver();
  const post = (path: string, body: object) => house.admin.post<{ id: string }>(path, body);
  const hook = (await post('/v1/webhooks', { url: receiver.url })).body.id;
  const agent = await newAgent(house.admin);
  const zone = `${unique('lists')}.example.com`;
  const cluster = unique('cluster');
  for (const nth of MADE) {
    await recordNew(agent, connection(`d${nth}.${zone}`));
    await recordNew(agent, connection(`same.${zone}`));
    await newAgent(house.admin, { labels: { cluster } });
    await post('/v1/tokens', { name: `${nth}`, permissions: ['issues:read'] });
    await post('/v1/webhooks', { url: receiver.url, enabled: false });
    await post('/v1/policies', { name: `${nth}`, type: 'allow', rules: [{ pattern: zone }] });
  }
  const { id } = await issueAbout(house.admin, `same.${zone}`);
  Object.assign(at, {
    issue: `/v1/issues?agent_id=${agent.id}&`,
    event: `/v1/events?agent_id=${agent.id}&`,
    observation: `/v1/issues/${id}/events?`,
    policy: '/v1/policies?',
    agent: `/v1/agents?cluster=${cluster}&`,
    token: '/v1/tokens?',
    webhook: '/v1/webhooks?',
    delivery: `/v1/webhooks/${hook}/deliveries?`,
  });
  // All of them, and at rest: what came or changed between two pages would be in one of them alone.
  const issues = MADE.length + 1;
  await holds(async () => {
    expect((await page('issue', '')).data).toHaveLength(issues);
    expect((await page('observation', '')).data).toHaveLength(MADE.length);
    expect((await page('delivery', `limit=${issues}`)).data).toHaveLength(issues);
    expect((await page('delivery', 'status=pending')).data).toEqual([]);
  });
  await house.admin.patch(`/v1/webhooks/${hook}`, { enabled: false });
});

async function page(kind: string, query: string): Promise<Page<Item>> {
  const answer = await house.admin.get<Page<Item>>(`${at[kind]}${query}`);
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return answer.body;
}

/** Each list by what is in it, the prefix of its ids and the field that it is sorted by. */
const lists = [
  ['issue', 'issue_', 'created_at'],
  ['event', 'event_', 'timestamp'],
  ['observation', 'event_', 'received_at'],
  ['policy', 'policy_', 'created_at'],
  ['agent', 'agent_', 'created_at'],
  ['token', 'token_', 'created_at'],
  ['webhook', 'webhook_', 'created_at'],
  ['delivery', 'delivery_', 'created_at'],
] as const;

describe('every list', () => {
  // proves: api-lists
  test.each(lists)('of %s is newest first, in pages by limit and cursor', async (kind, _, sort) => {
    const whole = await page(kind, 'limit=1000');
    const times = whole.data.slice(0, MADE.length).map((item) => item[sort]);
    expect(times).toHaveLength(MADE.length);
    expect(times).toEqual(times.toSorted().reverse());
    const first = await page(kind, 'limit=2');
    expect(Object.keys(first).sort()).toEqual(['data', 'pagination']);
    expect(first.pagination).toEqual({ next_cursor: expect.any(String), has_more: true });
    const second = await page(kind, `limit=2&cursor=${first.pagination.next_cursor}`);
    const ids = [...first.data, ...second.data].map((item) => item['id']);
    expect(ids).toEqual(whole.data.slice(0, 4).map((item) => item['id']));
  });

  // proves: api-ids
  test.each(lists)('of %s has ids that begin with %s', async (kind, prefix) => {
    for (const { id } of (await page(kind, 'limit=1000')).data)
      expect(id).toMatch(new RegExp(`^${prefix}[A-Za-z0-9_-]+$`));
  });

  // proves: api-limit, api-query-repeated
  test.each(lists)(
    'of %s refuses a limit that is none, and parameters given twice',
    async (kind) => {
      for (const limit of ['0', '1001', '-1', '1e2', '1.0', '', 'limit=1&limit=1'])
        expect(await refusal(kind, limit.includes('&') ? limit : `limit=${limit}`)).toEqual([
          400,
          generalError('bad_request'),
        ]);
    },
  );

  // proves: api-query-unknown
  test.each(lists)('of %s ignores parameters that it does not know', async (kind) => {
    const { data } = await page(kind, 'limit=1&colour=red&created_at[$gt]=x&sort=id');
    expect(data).toEqual((await page(kind, 'limit=1')).data);
  });

  // proves: api-cursor, api-code-invalid-cursor
  test.each(lists)('of %s refuses a bad cursor, and one of another list', async (kind) => {
    const other = kind === 'issue' ? 'agent' : 'issue';
    const { next_cursor } = (await page(other, 'limit=1')).pagination;
    for (const cursor of ['nonsense', '', String(next_cursor)])
      expect(await refusal(kind, `cursor=${cursor}`)).toEqual([
        400,
        generalError('invalid_cursor'),
      ]);
  });
});

async function refusal(kind: string, query: string): Promise<[number, unknown]> {
  const { status, body } = await house.admin.get(`${at[kind]}${query}`);
  return [status, body];
}

describe('the lists that have no limit in the spec return everything', () => {
  const MANY = 101;
  const all = Array.from({ length: MANY }, (_, nth) => nth);

  // proves: api-lists-everything, spec-4-agents-response
  test('GET /v1/agents', async () => {
    const cluster = unique('many');
    await Promise.all(all.map(() => newAgent(house.admin, { labels: { cluster } })));
    const { body } = await house.admin.get<Page<Item>>(`/v1/agents?cluster=${cluster}`);
    expect(body.data).toHaveLength(MANY);
    expect(body.pagination).toEqual({ next_cursor: null, has_more: false });
  });

  // proves: api-lists-everything, spec-4-policies-no-parameters
  test('GET /v1/policies', async () => {
    const name = unique('many');
    const rules = [{ pattern: 'many.example.com' }];
    const made = all.map(() => house.admin.post('/v1/policies', { name, type: 'allow', rules }));
    await Promise.all(made);
    const { body } = await house.admin.get<Page<Item>>('/v1/policies');
    expect(body.data.filter((policy) => policy['name'] === name)).toHaveLength(MANY);
    expect(body.pagination).toEqual({ next_cursor: null, has_more: false });
  });
});
