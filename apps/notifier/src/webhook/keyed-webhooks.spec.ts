import { KEYED_CREATIONS, Projections } from '@parapet/chassis';
import type { WebhookCreated } from '@parapet/contracts';
import { HostResolver } from '../egress/host-resolver';
import { LOOPBACK, notifierHouse, type NotifierHouse } from '../testing/notifier-house';
import { WebhookTable } from './webhook-table';
import { WEBHOOKS } from './webhook.collection';

const PUBLIC = '198.51.101.7';
/** Where every name leads. */
let address = PUBLIC;
const resolver: HostResolver = { resolve: () => Promise.resolve([{ address, family: 4 }]) };
let notifier: NotifierHouse;
beforeAll(async () => {
  notifier = await notifierHouse(LOOPBACK, { resolver });
});
afterAll(() => notifier.close());
afterEach(() => {
  address = PUBLIC;
});

const BODY = {
  ...{ url: 'https://receiver.example/hook', events: ['issue.created', 'issue.resolved'] },
  ...{ filter: { min_severity: 'high', verdicts: ['blocked'] }, description: 'pager' },
  headers: { Authorization: 'Bearer short', 'X-Team': 'red' },
};
let keys = 0;
const newKey = (): string => `key-${(keys += 1)}`;
const post = async (key: string, payload: object = BODY, by = notifier.house.adminToken) => {
  const headers = { authorization: `Bearer ${by}`, 'idempotency-key': key };
  return notifier.house.inject({ method: 'POST', url: '/v1/webhooks', payload, headers });
};
type Answer = Awaited<ReturnType<typeof post>>;
const said = ({ statusCode, body, headers }: Answer) => [
  ...[statusCode, body, headers['cache-control']],
];
const idOf = (answer: Answer): string => answer.json<{ id: string }>().id;
const count = (): Promise<number> => notifier.house.store.count(WEBHOOKS);
const created = async (id: string): Promise<readonly string[]> => {
  const facts: string[] = [];
  const reading = notifier.house.log.follow('webhooks', ({ key, json, meta }) => {
    if (key === id && meta.type === 'WebhookCreated') facts.push(json);
  });
  await reading.caughtUp();
  await reading.close();
  return facts;
};

test('the same key with the same body gets the same answer, its secret in it, and makes one', async () => {
  const [key, before] = [newKey(), await count()];
  const first = await post(key);
  expect([first.statusCode, first.headers['cache-control']]).toEqual([201, 'no-store']);
  expect(first.json()).toMatchObject({
    ...{ secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/) as string, url: BODY.url },
    ...{ events: BODY.events, filter: BODY.filter, header_names: ['authorization', 'x-team'] },
  });
  const read = await notifier.ask('GET', `/v1/webhooks/${idOf(first)}`);
  const { secret: _, ...shown } = first.json<Record<string, unknown>>();
  expect(read.body).toEqual(shown);
  const turned = {
    headers: { 'x-team': 'red', authorization: 'Bearer short' },
    ...{ description: 'pager', filter: { verdicts: ['blocked'], min_severity: 'high' } },
    ...{ events: BODY.events, url: BODY.url, enabled: true, format: 'parapet', 'not known': 1 },
  };
  expect(said(await post(key))).toEqual(said(first));
  const again = await post(key, turned);
  expect([again.statusCode, again.json()]).toEqual([201, first.json()]);
  expect(await count()).toBe(before + 1);
});

test('what it shows again signs', async () => {
  const { log } = notifier.house;
  const ends = await log.ends('issues');
  const key = newKey();
  const { id, secret } = (await post(key)).json<{ id: string; secret: string }>();
  const [fact = '{}'] = await created(id);
  const { from } = JSON.parse(fact) as WebhookCreated['data'];
  expect(from).toEqual(ends);
  expect(secret).toMatch(/^whsec_/);
  const rotated = await notifier.ask('POST', `/v1/webhooks/${id}/rotate_secret`);
  expect(rotated.status).toBe(200);
  expect(rotated.body['secret']).not.toBe(secret);
  expect((await post(key)).json()).toMatchObject({ secret });
});

test.each([
  ['url', { url: 'https://other.example/hook' }],
  ['value of a header', { headers: { ...BODY.headers, 'X-Team': 'blue' } }],
  ['filter', { filter: {} }],
  ['format', { format: 'slack' }],
])('the same key with another %s is 422, and makes nothing', async (_, other) => {
  const [key, before] = [newKey(), await count()];
  await post(key);
  const answer = await post(key, { ...BODY, ...other });
  expect(answer.statusCode).toBe(422);
  expect(answer.json()).toMatchObject({
    error: { message: 'This Idempotency-Key was used for a request with another body' },
  });
  expect(await count()).toBe(before + 1);
});

test('of many at once one is made: each answers the same, or 409', async () => {
  const [key, before] = [newKey(), await count()];
  const all = await Promise.all(Array.from({ length: 6 }, () => post(key)));
  const after = said(await post(key));
  const taken = all.filter(({ statusCode }) => statusCode === 201);
  expect(taken.length).toBeGreaterThan(0);
  for (const answer of taken) expect(said(answer)).toEqual(after);
  const others = all.filter(({ statusCode }) => statusCode !== 201);
  expect(others.filter(({ statusCode }) => statusCode !== 409)).toEqual([]);
  expect(await count()).toBe(before + 1);
});

test('whose answer was lost is answered when it is repeated, and there once', async () => {
  const [key, before] = [newKey(), await count()];
  const progress = notifier.house.app.get(Projections).of('notifier.webhooks', 'webhooks');
  const late = jest.spyOn(progress, 'reached').mockResolvedValueOnce(false);
  expect((await post(key)).statusCode).toBe(503);
  late.mockRestore();
  const answer = await post(key);
  expect(answer.statusCode).toBe(201);
  expect(await created(idOf(answer))).toHaveLength(1);
  expect(await count()).toBe(before + 1);
});

test('changed, deleted, and leading elsewhere since, it is shown as it was made, and nothing comes back', async () => {
  const key = newKey();
  const first = await post(key);
  const path = `/v1/webhooks/${idOf(first)}`;
  expect((await notifier.ask('PATCH', path, { description: 'x', enabled: false })).status).toBe(
    200,
  );
  expect(said(await post(key))).toEqual(said(first));
  address = '10.0.0.7';
  expect((await post(newKey())).statusCode).toBe(400);
  expect(said(await post(key))).toEqual(said(first));
  expect((await notifier.ask('DELETE', path)).status).toBe(204);
  expect(said(await post(key))).toEqual(said(first));
  expect((await notifier.ask('GET', path)).status).toBe(404);
  expect(notifier.house.app.get(WebhookTable).get(idOf(first))).toBeUndefined();
});

test('a key whose request was refused can be used', async () => {
  const key = newKey();
  expect((await post(key, { ...BODY, url: 'https://10.0.0.7/' })).statusCode).toBe(400);
  expect((await post(key)).statusCode).toBe(201);
});

test('two callers with the same key are apart', async () => {
  const [key, other] = [newKey(), await notifier.house.addToken(['webhooks:write'])];
  const [mine, theirs] = [await post(key), await post(key, BODY, other)];
  expect([mine.statusCode, theirs.statusCode]).toEqual([201, 201]);
  expect(idOf(mine)).not.toBe(idOf(theirs));
});

test('neither key nor secret is kept, and of the headers nothing that they could be guessed by', async () => {
  const key = 'a-key-that-nobody-keeps';
  const { id, secret } = (await post(key)).json<{ id: string; secret: string }>();
  const { store } = notifier.house;
  const kept = JSON.stringify([
    ...[await store.get(WEBHOOKS, id), await store.get(KEYED_CREATIONS, id)],
    ...(await created(id)),
  ]);
  expect(kept).toContain(id);
  for (const hidden of [key, secret, 'Bearer short']) expect(kept).not.toContain(hidden);
  const others = await post(newKey());
  const digests = [id, idOf(others)].map(
    async (of) => (await store.get(KEYED_CREATIONS, of))?.request_digest,
  );
  // The same body, and yet no two digests are the same: nobody can try what it may have been.
  expect(new Set(await Promise.all(digests)).size).toBe(2);
});
