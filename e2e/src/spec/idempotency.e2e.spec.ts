import { newAgent, unique } from '../house/actors';
import type { Answer, Client } from '../house/client';
import { type House, openHouse } from '../house/house';
import { openReceiver, serviceSignature } from '../house/receiver';
import { generalError, type Page } from '../house/shapes';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});

interface Made {
  readonly id: string;
  readonly token?: string;
  readonly secret?: string;
}
const post = (
  path: string,
  body: object,
  key: string | null,
  client: Client = house.admin,
): Promise<Answer<Made>> =>
  client.send({
    ...{ method: 'POST', path, body },
    ...(key !== null && { headers: { 'idempotency-key': key } }),
  });
/** All of an answer that a client may build on. */
const said = ({ status, text, headers }: Answer<unknown>) => [
  ...[status, text, headers['location'], headers['etag'], headers['cache-control']],
];
const policyBody = (): object => ({
  ...{ name: unique('keyed'), type: 'allow' },
  rules: [{ pattern: 'keyed.example.com' }],
});
const agentBody = (): object => ({ name: unique('keyed'), os: 'linux', kind: 'kubernetes' });
const tokenBody = (): object => ({ name: unique('keyed'), permissions: ['issues:read'] });
const webhookBody = (): object => ({
  ...{ url: 'https://198.51.101.7/keyed', description: unique('keyed') },
  ...{ enabled: false, headers: { 'X-Team': 'red' } },
});
/** Where it is made, what of, and what of that would be refused. */
const KINDS = [
  ['/v1/agents', agentBody, { name: '' }],
  ['/v1/policies', policyBody, { name: '' }],
  ['/v1/tokens', tokenBody, { name: '' }],
  ['/v1/webhooks', webhookBody, { url: 'nowhere' }],
] as const;

/** More often than there are replicas, so that each of them is asked. */
const TIMES = 8;
const times = <T>(ask: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: TIMES }, ask));

interface Called {
  readonly id: string;
  readonly name?: string;
  readonly description?: string;
}
const calledBy = ({ name, description }: Omit<Called, 'id'>): string | undefined =>
  name ?? description;
/** Ids of those that are called like it, among the newest. */
const named = async (path: string, like: object): Promise<string[]> => {
  const { body } = await house.admin.get<Page<Called>>(`${path}?limit=100`);
  return body.data.filter((one) => calledBy(one) === calledBy(like)).map(({ id }) => id);
};

describe.each(KINDS)('Idempotency-Key on POST %s', (path, newBody, wrong) => {
  // proves: api-key-same
  test('the same key with the same body gets the same answer, at every address, and makes one', async () => {
    const [key, body] = [unique('key'), newBody()];
    const first = await post(path, body, key);
    expect(first.status).toBe(201);
    for (const answer of await times(() => post(path, body, key)))
      expect(said(answer)).toEqual(said(first));
    expect(await named(path, body)).toEqual([first.body.id]);
  });

  // proves: api-key-other, api-code-unprocessable
  test('the same key with another body answers 422, and makes nothing', async () => {
    const [key, other] = [unique('key'), newBody()];
    await post(path, newBody(), key);
    for (const answer of await times(() => post(path, other, key)))
      expect([answer.status, answer.body]).toEqual([422, generalError('unprocessable')]);
    expect(await named(path, other)).toEqual([]);
  });

  // proves: api-key-in-flight
  test('of many at once one is made: each answers the same, or 409 while the first is in flight', async () => {
    const [key, body] = [unique('key'), newBody()];
    const all = await times(() => post(path, body, key));
    const after = await post(path, body, key);
    expect(after.status).toBe(201);
    for (const answer of all)
      if (answer.status === 409) expect(answer.body).toEqual(generalError('conflict'));
      else expect(said(answer)).toEqual(said(after));
    expect(all.some(({ status }) => status === 201)).toBe(true);
    expect(await named(path, body)).toEqual([after.body.id]);
  });

  test('a key whose request was refused can be used', async () => {
    const [key, body] = [unique('key'), newBody()];
    expect((await post(path, { ...body, ...wrong }, key)).status).toBe(400);
    expect((await post(path, body, key)).status).toBe(201);
  });

  test('two callers with the same key are apart', async () => {
    const [key, body] = [unique('key'), newBody()];
    const sent = { name: unique('caller') };
    const { token } = (await house.admin.post<{ token: string }>('/v1/tokens', sent)).body;
    const mine = await post(path, body, key);
    const theirs = await post(path, body, key, house.admin.as(token));
    expect([mine.status, theirs.status]).toEqual([201, 201]);
    expect(mine.body.id).not.toBe(theirs.body.id);
  });

  // proves: api-key-same
  test('when it was deleted, the answer is still the same, and it stays deleted', async () => {
    const [key, body] = [unique('key'), newBody()];
    const first = await post(path, body, key);
    expect((await house.admin.delete(`${path}/${first.body.id}`)).status).toBe(204);
    for (const answer of await times(() => post(path, body, key)))
      expect(said(answer)).toEqual(said(first));
    expect((await house.admin.delete(`${path}/${first.body.id}`)).status).toBe(404);
    expect(await named(path, body)).toEqual([]);
  });

  test.each([
    ['an empty one', ''],
    ['one with a blank', 'a b'],
    ['one of 256 characters', 'x'.repeat(256)],
  ])('%s answers 400 and says what would be right', async (_, key) => {
    const answer = await post(path, newBody(), key);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('1 to 255 visible ASCII characters');
  });

  test('without a key each request makes one more', async () => {
    const body = newBody();
    const both = [await post(path, body, null), await post(path, body, null)];
    expect((await named(path, body)).sort()).toEqual(both.map((a) => a.body.id).sort());
  });
});

// proves: api-key-shown
test.each([
  ['/v1/agents', agentBody, (client: Client) => client.post('/v1/agent_heartbeat')],
  ['/v1/tokens', tokenBody, (client: Client) => client.get('/v1/issues')],
] as const)('the token in a repeated answer of %s works', async (path, newBody, use) => {
  const [key, body] = [unique('key'), newBody()];
  await post(path, body, key);
  const { token = '' } = (await post(path, body, key)).body;
  expect((await use(house.admin.as(token))).status).toBe(200);
});

// proves: api-key-shown
test('the secret in a repeated answer of /v1/webhooks signs what it sends', async () => {
  const { url, received } = await openReceiver();
  const [key, body] = [unique('key'), { url, description: unique('keyed') }];
  await post('/v1/webhooks', body, key);
  const { id, secret = '' } = (await post('/v1/webhooks', body, key)).body;
  expect((await house.admin.post(`/v1/webhooks/${id}/test`)).status).toBe(200);
  const [told] = received;
  expect(told?.headers['x-service-signature']).toBe(serviceSignature(secret, told?.body ?? ''));
});

test('two Idempotency-Key headers are refused on every route', async () => {
  const agent = await newAgent(house.admin);
  const answer = await agent.client.send({
    ...{ method: 'PUT', path: '/v1/events_v2', body: {} },
    headers: { 'Idempotency-Key': 'a', 'idempotency-key': 'b' },
  });
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('came twice')]);
});
