import { TestClock, testHouse, type TestHouse } from '@parapet/chassis/testing';
import { type DeliveryEvent, eventId, isoTime, type LogEvent } from '@parapet/contracts';
import { RegistryModule } from '../registry.module';
import { AUDIT } from './audit.collection';
import type { AuditEntryView } from './audit.http';
import { AuditProjection } from './audit.projection';

let house: TestHouse;
const clock = new TestClock();
beforeAll(async () => {
  house = await testHouse({ imports: [RegistryModule], clock });
});
afterAll(() => house.close());

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
const ask = (method: Method, url: string, payload?: object, token = house.adminToken) =>
  house.inject({
    ...{ method, url, headers: { authorization: `Bearer ${token}` } },
    ...(payload && { payload }),
  });
const made = async <T>(url: string, payload: object): Promise<T> => {
  const answer = await ask('POST', url, payload);
  expect(answer.statusCode).toBe(201);
  return answer.json<T>();
};
interface Page {
  readonly data: readonly AuditEntryView[];
  readonly pagination: { readonly next_cursor: string | null };
}
const audit = async (query = ''): Promise<Page> => {
  await house.settled();
  const answer = await ask('GET', `/v1/audit${query}`);
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
  return answer.json<Page>();
};
const actions = async (query: string): Promise<string[]> =>
  (await audit(query)).data.map(({ action }) => action);
const POLICY = { name: 'Mirrors', type: 'allow', rules: [{ pattern: 'a.example' }] };
const AGENT = { name: 'worker-7', os: 'linux', kind: 'kubernetes', labels: { node: 'n7' } };

test('a change of a policy says who made it, when, and what it says now', async () => {
  const token = await made<{ id: string; token: string }>('/v1/tokens', { name: 'dashboard' });
  clock.advance(1_000);
  const created = await ask('POST', '/v1/policies', POLICY, token.token);
  const { id, applied_at } = created.json<{ id: string; applied_at: string }>();
  const { data } = await audit(`?resource_id=${id}`);
  expect(data).toEqual([
    {
      id: expect.any(String),
      timestamp: applied_at,
      actor: { type: 'token', id: token.id, name: 'dashboard' },
      action: 'policy.created',
      resource: { type: 'policy', id, name: 'Mirrors' },
      changes: { version: 1, document: { ...POLICY, scope: 'global', enabled: true } },
    },
  ]);
  await ask('DELETE', `/v1/tokens/${token.id}`);
  expect((await audit(`?actor=${token.id}`)).data[0]?.actor.name).toBe('dashboard');
});

test('every change of a thing is listed, newest first, and stays when it is deleted', async () => {
  const { id } = await made<{ id: string }>('/v1/agents', AGENT);
  clock.advance(1_000);
  await ask('PATCH', `/v1/agents/${id}`, { mode: 'enforce' });
  clock.advance(1_000);
  await ask('PATCH', `/v1/agents/${id}`, { mode: 'enforce' });
  const rotated = await ask('POST', `/v1/agents/${id}/token`);
  clock.advance(1_000);
  await ask('DELETE', `/v1/agents/${id}`);
  const page = await audit(`?resource_id=${id}`);
  expect(page.data.map(({ action, changes }) => [action, changes])).toEqual([
    ['agent.deleted', { version: 4 }],
    ['agent.token_rotated', { version: 3 }],
    ['agent.mode_changed', { version: 2, mode: 'enforce' }],
    ['agent.created', { version: 1, ...AGENT }],
  ]);
  expect(JSON.stringify(page)).not.toContain(rotated.json<{ token: string }>().token);
});

test('what others record of webhooks, issues and deliveries is listed too', async () => {
  const mine = (await audit('?limit=1')).data[0]?.actor.id ?? '';
  const append = async (
    topic: 'webhooks' | 'issues' | 'deliveries',
    key: string,
    fact: Pick<LogEvent, 'type' | 'data'> & { readonly actor?: string },
  ): Promise<void> => {
    clock.advance(1);
    const meta = { id: eventId(), schema: 1, time: isoTime(clock.now()), actor: mine, cause: null };
    await house.append(topic, key, { ...meta, ...fact });
  };
  const hook = { webhook_id: 'webhook_1', url: 'https://a.example/', events: [], description: '' };
  await append('webhooks', 'webhook_1', {
    type: 'WebhookCreated',
    data: { version: 1, ...hook, enabled: true, secret_sealed: 'v1.s3cret', from: [0] },
  });
  await append('issues', 'issue_1', {
    type: 'IssueAcknowledged',
    data: { issue_id: 'issue_1', version: 2, reason: 'seen' },
  });
  const delivery = { delivery_id: 'delivery_1', webhook_id: 'webhook_1' };
  const planned = { ...delivery, issue_id: 'issue_test', event: 'webhook.test', body: '{}' };
  for (const actor of [mine, 'notifier'])
    await append('deliveries', 'webhook_1', {
      ...{ type: 'DeliveryPlanned', actor },
      data: { ...planned, next_at: isoTime(clock.now()) },
    });
  await append('deliveries', 'webhook_1', {
    type: 'DeliveryRequeued',
    data: { ...delivery, next_at: isoTime(clock.now()) },
  });
  const { data } = await audit('?limit=4');
  expect(data.map(({ action, resource, changes }) => [action, resource, changes])).toEqual([
    ['delivery.redelivered', { type: 'delivery', id: 'delivery_1' }, { webhook_id: 'webhook_1' }],
    ['webhook.tested', { type: 'webhook', id: 'webhook_1' }, { delivery_id: 'delivery_1' }],
    ['issue.acknowledged', { type: 'issue', id: 'issue_1' }, { version: 2, reason: 'seen' }],
    [
      'webhook.created',
      { type: 'webhook', id: 'webhook_1', name: 'https://a.example/' },
      { version: 1, url: hook.url, events: [], description: '', enabled: true },
    ],
  ]);
});

test('a race that was lost is no entry, nor is a fact that the log holds twice', async () => {
  const { id } = await made<{ id: string }>('/v1/agents', AGENT);
  const racing = await Promise.all(
    Array.from({ length: 5 }, () => ask('POST', `/v1/agents/${id}/token`)),
  );
  const won = racing.filter(({ statusCode }) => statusCode === 201).length;
  expect(await actions(`?resource_id=${id}&action=agent.token_rotated`)).toHaveLength(won);
  const requeued: DeliveryEvent = {
    ...{ id: eventId(), type: 'DeliveryRequeued', schema: 1, time: isoTime(clock.now()) },
    ...{ actor: 'token_1', cause: null },
    data: { delivery_id: 'delivery_2', webhook_id: 'webhook_1', next_at: isoTime(clock.now()) },
  };
  const position = { topic: 'deliveries', partition: 0, offset: 0 };
  const record = { key: 'webhook_1', event: requeued, position };
  const projection = new AuditProjection(house.store);
  await projection.deliveries([record, { ...record, position: { ...position, offset: 1 } }]);
  await projection.deliveries([record]);
  expect(await actions('?resource_id=delivery_2')).toEqual(['delivery.redelivered']);
});

test('the filters choose, together and one by one', async () => {
  const { id, token } = await made<{ id: string; token: string }>('/v1/tokens', { name: 'other' });
  clock.advance(1_000);
  const from = isoTime(clock.now());
  clock.advance(1_000);
  await ask('POST', '/v1/policies', POLICY, token);
  const at = isoTime(clock.now());
  clock.advance(1_000);
  await ask('POST', '/v1/agents', AGENT, token);
  expect(await actions(`?actor=${id}`)).toEqual(['agent.created', 'policy.created']);
  expect(await actions(`?actor=${id}&resource_type=policy`)).toEqual(['policy.created']);
  expect(await actions(`?actor=${id}&action=agent.created`)).toEqual(['agent.created']);
  expect(await actions(`?actor=${id}&action=agent.created&resource_type=policy`)).toEqual([]);
  expect(await actions(`?resource_id=${id}&resource_type=token`)).toEqual(['token.created']);
  expect(await actions(`?since=${from}`)).toEqual(['agent.created', 'policy.created']);
  expect(await actions(`?since=${at}`)).toEqual(['agent.created']);
  expect(await actions(`?since=${from}&until=${at}&actor=${id}`)).toEqual(['policy.created']);
  expect(await actions(`?until=${from}&actor=${id}`)).toEqual([]);
  expect(await actions('?until=1969-01-01T00:00:00Z')).toEqual([]);
});

test('it comes in pages, whose cursor is tied to the filters', async () => {
  const whole = (await audit('?limit=1000')).data.map(({ id }) => id);
  expect(whole.length).toBe(await house.store.count(AUDIT));
  const ids: string[] = [];
  let cursor = '';
  for (;;) {
    const { data, pagination } = await audit(`?limit=3${cursor}`);
    ids.push(...data.map(({ id }) => id));
    if (pagination.next_cursor === null) break;
    cursor = `&cursor=${pagination.next_cursor}`;
  }
  expect(ids).toEqual(whole);
  const { next_cursor } = (await audit('?limit=1')).pagination;
  for (const filter of ['until=2999-01-01T00:00:00Z', 'action=policy.created'])
    expect((await ask('GET', `/v1/audit?${filter}&cursor=${next_cursor}`)).json()).toMatchObject({
      error: { code: 'invalid_cursor' },
    });
});

test.each([
  ['action=policy.read', 'action must be one of policy.created'],
  ['resource_type=house', 'resource_type must be one of policy'],
  ['actor=a&actor=b', 'actor must be given once'],
  ['since=yesterday', 'since must be an RFC 3339 timestamp'],
  ['until=2026-01-01T00:00:00 01:00', 'until must be an RFC 3339 timestamp'],
  ['limit=0', 'limit must be an integer'],
])('the question %s is refused', async (query, sentence) => {
  const answer = await ask('GET', `/v1/audit?${query}`);
  expect([answer.statusCode, answer.json()]).toEqual([
    400,
    {
      error: {
        code: 'bad_request',
        message: expect.stringContaining(sentence),
        details: expect.any(String),
      },
    },
  ]);
});

test('only an admin may read it', async () => {
  const token = await house.addToken(['policies:read', 'tokens:write', 'agents:write']);
  const answer = await ask('GET', '/v1/audit', undefined, token);
  expect([answer.statusCode, answer.json()]).toMatchObject([
    403,
    { error: { code: 'forbidden', message: expect.stringContaining('admin') } },
  ]);
});

test('the token of ADMIN_TOKEN is set up by the house, and says so', async () => {
  const adminToken = 'an-admin-token-of-the-operator';
  const own = await testHouse({ imports: [RegistryModule], settings: { adminToken } });
  await own.settled();
  const headers = { authorization: `Bearer ${adminToken}` };
  const { data } = (await own.inject({ url: '/v1/audit', headers })).json<Page>();
  expect(data).toMatchObject([
    {
      actor: { type: 'service', id: 'registry', name: 'registry' },
      action: 'token.created',
      resource: { type: 'token', name: 'ADMIN_TOKEN' },
      changes: { name: 'ADMIN_TOKEN', permissions: ['admin'], origin: 'environment' },
    },
  ]);
  expect(JSON.stringify(data)).not.toContain(adminToken);
  await own.close();
});
