import { connection, issueAbout, newAgent, recordNew, unique, walk } from '../house/actors';
import type { Client } from '../house/client';
import { eventually, holds } from '../house/eventually';
import { type House, openHouse } from '../house/house';
import { openReceiver, type Receiver } from '../house/receiver';
import { generalError, ISO, type Page, type Webhook } from '../house/shapes';

interface Entry {
  readonly id: string;
  readonly timestamp: string;
  readonly actor: { readonly type: string; readonly id: string; readonly name: string };
  readonly action: string;
  readonly resource: { readonly type: string; readonly id: string; readonly name?: string };
  readonly changes: Readonly<Record<string, unknown>>;
}

let house: House;
let receiver: Receiver;
/** Somebody whom no other test knows, so that their changes are ours alone. */
let me: { readonly id: string; readonly name: string; readonly client: Client };
beforeAll(async () => {
  [house, receiver] = [await openHouse(), await openReceiver()];
});
beforeEach(async () => {
  const sent = { name: unique('somebody'), permissions: ['admin'] };
  const { body } = await house.admin.post<{ id: string; token: string }>('/v1/tokens', sent);
  me = { id: body.id, name: sent.name, client: house.admin.as(body.token) };
});

const audit = (query: string): Promise<Entry[]> =>
  walk<Entry>(house.admin, `/v1/audit?limit=3&${query}`);
const mine = async (query = ''): Promise<Entry[]> => audit(`actor=${me.id}${query}`);
/** Actions of mine, oldest first, once there are so many. */
const actions = async (count: number): Promise<string[]> => {
  await holds(async () => expect(await mine()).toHaveLength(count));
  return (await mine()).map(({ action }) => action).reverse();
};
const policy = (name: string): object => ({
  ...{ name, type: 'allow', rules: [{ pattern: `${name}.example.com` }] },
});
const create = async (path: string, body: object): Promise<string> => {
  const answer = await me.client.post<{ id: string }>(path, body);
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.body.id;
};

// proves: api-audit
test('an entry says who changed what, when, and how; it stays when both are gone', async () => {
  const name = unique('audited');
  const id = await create('/v1/policies', policy(name));
  await me.client.delete(`/v1/policies/${id}`);
  await house.admin.delete(`/v1/tokens/${me.id}`);
  await holds(async () => expect(await mine()).toHaveLength(2));
  const actor = { type: 'token', id: me.id, name: me.name };
  const resource = { type: 'policy', id, name };
  expect(await audit(`resource_id=${id}`)).toEqual([
    {
      ...{ id: expect.any(String), timestamp: expect.stringMatching(ISO), actor, resource },
      ...{ action: 'policy.deleted', changes: { version: 2 } },
    },
    {
      ...{ id: expect.any(String), timestamp: expect.stringMatching(ISO), actor, resource },
      action: 'policy.created',
      changes: { version: 1, document: expect.objectContaining(policy(name)) as unknown },
    },
  ]);
});

test('every kind of change is listed once, and nothing that a machine did', async () => {
  const id = await create('/v1/policies', policy(unique('audited')));
  await me.client.put(`/v1/policies/${id}`, policy(unique('audited')));
  const agent = await newAgent(me.client);
  await agent.client.post('/v1/agent_heartbeat', { version: '1.2.3' });
  await me.client.patch(`/v1/agents/${agent.id}`, { mode: 'enforce' });
  await me.client.patch(`/v1/agents/${agent.id}`, { mode: 'enforce' });
  const domain = `${unique('audited')}.example.com`;
  await recordNew(agent, connection(domain));
  const issue = await issueAbout(house.admin, domain);
  await me.client.patch(`/v1/issues/${issue.id}`, { status: 'resolved', reason: 'known' });
  await me.client.post(`/v1/agents/${agent.id}/token`);
  await me.client.delete(`/v1/agents/${agent.id}`);
  const token = await create('/v1/tokens', { name: unique('token') });
  await me.client.delete(`/v1/tokens/${token}`);
  const hook = await create('/v1/webhooks', { url: `${receiver.url}/audited` });
  await me.client.patch<Webhook>(`/v1/webhooks/${hook}`, { description: 'other' });
  const test = await me.client.post<{ id: string }>(`/v1/webhooks/${hook}/test`);
  expect((await me.client.post(`/v1/deliveries/${test.body.id}/redeliver`)).status).toBe(202);
  await me.client.delete(`/v1/webhooks/${hook}`);
  expect(await actions(14)).toEqual([
    ...['policy.created', 'policy.updated'],
    ...['agent.created', 'agent.mode_changed', 'issue.resolved'],
    ...['agent.token_rotated', 'agent.deleted', 'token.created', 'token.revoked'],
    ...['webhook.created', 'webhook.updated', 'webhook.tested'],
    ...['delivery.redelivered', 'webhook.deleted'],
  ]);
  expect((await audit(`resource_id=${issue.id}`))[0]?.changes).toEqual({
    ...{ version: 2, reason: 'known' },
  });
  expect((await audit(`resource_id=${agent.id}`)).map(({ actor }) => actor.id)).toEqual(
    Array(4).fill(me.id),
  );
});

test('of a race only who won is listed, and a creation that is repeated once', async () => {
  const id = await create('/v1/policies', policy(unique('raced')));
  const racing = Array.from({ length: 6 }, () =>
    me.client.send({
      ...{ method: 'PUT', path: `/v1/policies/${id}`, body: policy(unique('raced')) },
      headers: { 'if-match': '"1"' },
    }),
  );
  const won = (await Promise.all(racing)).filter(({ status }) => status === 200);
  expect(won).toHaveLength(1);
  const body = policy(unique('keyed'));
  const headers = { 'idempotency-key': unique('key') };
  const keyed = { method: 'POST', path: '/v1/policies', body, headers } as const;
  await Promise.all([me.client.send(keyed), me.client.send(keyed)]);
  await me.client.send(keyed);
  expect(await actions(3)).toEqual(['policy.created', 'policy.updated', 'policy.created']);
});

test('the filters choose by actor, action, resource and time', async () => {
  const agent = await newAgent(me.client);
  const id = await create('/v1/policies', policy(unique('chosen')));
  await actions(2);
  const [second, first] = await mine();
  const at = (entry?: Entry): string => encodeURIComponent(entry?.timestamp ?? '');
  const found = async (query: string): Promise<string[]> =>
    (await mine(`&${query}`)).map(({ resource }) => resource.id);
  expect(await found('resource_type=agent')).toEqual([agent.id]);
  expect(await found('action=policy.created')).toEqual([id]);
  expect(await found(`resource_id=${agent.id}`)).toEqual([agent.id]);
  expect(await found(`resource_id=${agent.id}&resource_type=policy`)).toEqual([]);
  expect(await found(`until=${at(second)}`)).toEqual([id, agent.id]);
  expect(await found(`since=${at(second)}`)).toEqual([]);
  expect(await found(`until=${at(first)}`)).toContain(agent.id);
});

// proves: api-audit
test('it is paged, and needs the permission admin', async () => {
  const { body, status } = await house.admin.get<Page<Entry>>('/v1/audit?limit=1');
  expect([status, body.data.length, body.pagination.has_more]).toEqual([200, 1, true]);
  const sent = { name: unique('reader'), permissions: ['policies:read', 'tokens:read'] };
  const { token } = (await house.admin.post<{ token: string }>('/v1/tokens', sent)).body;
  const answer = await house.admin.as(token).get('/v1/audit');
  expect([answer.status, answer.body]).toEqual([
    403,
    generalError('forbidden', expect.stringContaining('admin')),
  ]);
});

test('the house itself is named where it set up the token of its operator', async () => {
  const entry = await eventually(async () => (await audit('actor=registry'))[0]);
  expect(entry).toMatchObject({
    ...{ actor: { type: 'service', id: 'registry', name: 'registry' }, action: 'token.created' },
    changes: { origin: 'environment', permissions: ['admin'] },
  });
});
