import { connection, issueAbout, newAgent, recordNew, unique } from '../house/actors';
import type { Asked } from '../house/client';
import { type House, openHouse } from '../house/house';
import { generalError } from '../house/shapes';

const policy = (): string =>
  `name: ${unique('policy')}\ntype: allow\nscope: global\nrules:\n  - pattern: ${unique('p')}.example.com\n    comment: of a test\n`;
const agent = { name: 'runner-7', os: 'linux', kind: 'github_actions' };

let house: House;
let issue = '';
let changed = '';
let deleted = '';
let switched = '';

beforeAll(async () => {
  house = await openHouse();
  const speaker = await newAgent(house.admin);
  const domain = `${unique('endpoints')}.example.com`;
  await recordNew(speaker, connection(domain));
  issue = (await issueAbout(house.admin, domain)).id;
  const policies = [policy(), policy()].map((text) =>
    house.admin.yaml<{ id: string }>('POST', '/v1/policies', text),
  );
  [changed = '', deleted = ''] = (await Promise.all(policies)).map(({ body }) => body.id);
  switched = speaker.id;
});

/** The endpoints of the spec that take a user token, each with a good request and the status of its success. */
const endpoints: [string, () => Asked, number][] = [
  ['GET /v1/issues', () => ({ method: 'GET', path: '/v1/issues' }), 200],
  ['GET /v1/issues/{id}', () => ({ method: 'GET', path: `/v1/issues/${issue}` }), 200],
  ['GET /v1/policies', () => ({ method: 'GET', path: '/v1/policies' }), 200],
  ['POST /v1/policies', () => ({ method: 'POST', path: '/v1/policies', ...yaml() }), 201],
  ['PUT /v1/policies', () => ({ method: 'PUT', path: `/v1/policies/${changed}`, ...yaml() }), 200],
  ['GET /v1/agents', () => ({ method: 'GET', path: '/v1/agents' }), 200],
  ['POST /v1/agents', () => ({ method: 'POST', path: '/v1/agents', body: agent }), 201],
  ['PATCH /v1/agents/{id}', () => ({ method: 'PATCH', ...switching() }), 200],
  ['GET /v1/events', () => ({ method: 'GET', path: '/v1/events' }), 200],
  // Last, so that what it takes away is there for those before.
  ['DELETE /v1/policies', () => ({ method: 'DELETE', path: `/v1/policies/${deleted}` }), 204],
];
const yaml = () => ({ body: policy(), type: 'application/yaml' });
const switching = () => ({ path: `/v1/agents/${switched}`, body: { mode: 'enforce' } });

describe('4. Endpoints', () => {
  // proves: spec-4-user-token, spec-5-bearer, spec-7-401
  test.each(endpoints)('%s without a token answers 401', async (_, asked) => {
    const answer = await house.admin.as(null).send(asked());
    expect([answer.status, answer.body]).toEqual([401, generalError('unauthorized')]);
  });

  // proves: spec-4-user-token, api-token-kind
  test.each(endpoints)('%s with the token of an agent answers 401', async (_, asked) => {
    const { token } = await newAgent(house.admin);
    const answer = await house.admin.as(token).send(asked());
    expect([answer.status, answer.body]).toEqual([401, generalError('unauthorized')]);
  });

  // proves: spec-0-paths, spec-9-prefix, spec-7-404, api-paths
  test.each(endpoints)('%s is nowhere without /v1', async (_, asked) => {
    const { path, ...rest } = asked();
    const answer = await house.admin.send({ ...rest, path: path.replace(/^\/v1/, '') });
    expect([answer.status, answer.body]).toEqual([404, generalError('not_found')]);
  });

  // proves: spec-0-bodies, spec-0-paths, spec-1-clients, spec-4-user-token, spec-5-bearer, spec-9-prefix,
  // proves: api-user-token
  test.each(endpoints)('%s answers with a user token, in JSON', async (_, asked, status) => {
    const answer = await house.admin.send(asked());
    expect([answer.status, answer.text]).toEqual([status, expect.any(String)]);
    if (status === 204) expect(answer.text).toBe('');
    else expect(answer.headers['content-type']).toMatch(/^application\/json/);
  });

  // proves: spec-0-bodies, spec-0-paths, spec-1-agents-submit, spec-4-agent-token, spec-9-events-v2
  test('PUT /v1/events_v2 answers with the token of an agent, in JSON, and nowhere else', async () => {
    const { client } = await newAgent(house.admin);
    const body = connection('endpoint.example.com');
    const answer = await client.put('/v1/events_v2', body);
    expect(answer.status).toBe(201);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    expect((await client.put('/events_v2', body)).status).toBe(404);
    expect((await client.put('/v1/events', body)).status).not.toBeLessThan(400);
  });
});
