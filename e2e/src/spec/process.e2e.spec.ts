import { newUserToken } from '../house/credentials';
import { type House, openHouse } from '../house/house';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});

interface Operation {
  readonly security?: readonly Record<string, unknown>[];
  readonly requestBody?: { readonly content: Record<string, unknown> };
  readonly responses: Record<string, unknown>;
}
interface Document {
  readonly openapi: string;
  readonly info: { readonly title: string };
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: {
    readonly securitySchemes: Record<string, { type: string; scheme: string }>;
  };
}

const anyone = () => house.admin.as(null);
const document = async (): Promise<Document> =>
  (await anyone().get<Document>('/v1/openapi.json')).body;

describe('what needs no token', () => {
  // proves: api-paths, api-no-token
  test.each(['/healthz', '/readyz', '/docs', '/v1/openapi.json'])(
    'GET %s answers 200',
    async (path) => {
      expect((await anyone().get(path)).status).toBe(200);
    },
  );

  // proves: api-docs
  test('/docs is a page for people', async () => {
    const answer = await anyone().get('/docs');
    expect(answer.headers['content-type']).toMatch(/^text\/html/);
    expect(answer.text).toContain('Parapet');
  });

  // proves: api-metrics
  test('/metrics is in the text format of Prometheus', async () => {
    const answer = await anyone().get('/metrics');
    expect([answer.status, answer.headers['content-type']]).toEqual([
      200,
      expect.stringMatching(/^text\/plain/),
    ]);
    expect(answer.text).toMatch(/^# TYPE \w+ histogram$/m);
  });
});

describe('9. a machine-readable description conforming to OpenAPI 3.0', () => {
  // proves: spec-9-openapi, api-openapi
  test('says which version it is', async () => {
    const { openapi, info } = await document();
    expect(openapi).toMatch(/^3\.0\.\d$/);
    expect(info.title).toBe('Parapet');
  });

  // proves: spec-9-openapi, api-openapi-whole
  test.each([
    ['get', '/v1/issues'],
    ['get', '/v1/issues/{issue_id}'],
    ['get', '/v1/policies'],
    ['post', '/v1/policies'],
    ['put', '/v1/policies/{policy_id}'],
    ['delete', '/v1/policies/{policy_id}'],
    ['get', '/v1/agents'],
    ['post', '/v1/agents'],
    ['patch', '/v1/agents/{agent_id}'],
    ['get', '/v1/events'],
    ['put', '/v1/events_v2'],
  ])('%s %s of the spec is in it', async (method, path) => {
    const { paths } = await document();
    const shape = (text: string): string => text.replace(/\{[^}]+\}/g, '{}');
    const found = Object.entries(paths).find(([known]) => shape(known) === shape(path));
    expect(found?.[1]).toHaveProperty(method);
  });

  // proves: api-openapi-whole
  test('has a bearer scheme for users and one for agents', async () => {
    const { components, paths } = await document();
    const schemes = Object.values(components.securitySchemes);
    expect(schemes.filter((s) => s.type === 'http' && s.scheme === 'bearer')).toHaveLength(2);
    const names = (operation?: Operation) => operation?.security?.flatMap(Object.keys) ?? [];
    const user = names(paths['/v1/issues']?.['get']);
    const agent = names(paths['/v1/events_v2']?.['put']);
    expect([user.length, agent.length]).toEqual([1, 1]);
    expect(user).not.toEqual(agent);
  });

  // proves: api-openapi-whole
  test('policies are application/yaml', async () => {
    const { paths } = await document();
    expect(paths['/v1/policies']?.['post']?.requestBody?.content).toHaveProperty([
      'application/yaml',
    ]);
  });

  test('ingest has 201 and 202', async () => {
    const { paths } = await document();
    const { responses } = paths['/v1/events_v2']?.['put'] ?? { responses: {} };
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['201', '202', '400', '401']));
  });
});

describe('every response', () => {
  // proves: api-request-id
  test.each(['/healthz', '/v1/issues', '/v1/nothing', '/v1/events/event_none', '/nothing'])(
    'of %s has X-Request-Id',
    async (path) => {
      const answer = await house.admin.get(path);
      expect(answer.headers['x-request-id']).toMatch(/^\S+$/);
    },
  );

  test('a sane X-Request-Id is taken over, another is not', async () => {
    const sane = await house.admin.get('/v1/issues', { 'x-request-id': 'order-66' });
    expect(sane.headers['x-request-id']).toBe('order-66');
    const insane = await house.admin.get('/v1/issues', { 'x-request-id': 'x'.repeat(3000) });
    expect(insane.headers['x-request-id']).not.toHaveLength(3000);
  });
});

// proves: api-rate-off
test('RATE_LIMIT=off, as these tests run: more than either limit of a user passes in a minute', async () => {
  const { token } = await newUserToken(house.admin, { permissions: ['events:read'] });
  const client = house.admin.as(token);
  const lane = async (): Promise<number[]> => {
    const statuses: number[] = [];
    for (let i = 0; i < 65; i += 1) statuses.push((await client.get('/v1/events?limit=1')).status);
    return statuses;
  };
  const statuses = (await Promise.all(Array.from({ length: 16 }, lane))).flat();
  expect(statuses.length).toBeGreaterThan(1000);
  expect(new Set(statuses)).toEqual(new Set([200]));
});
