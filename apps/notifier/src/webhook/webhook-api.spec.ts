import type { WebhookEvent } from '@parapet/contracts';
import { notifierHouse, type NotifierHouse } from '../testing/notifier-house';

const URL = 'https://198.51.101.7/hook';
let notifier: NotifierHouse;
beforeAll(async () => {
  notifier = await notifierHouse({});
});
afterAll(() => notifier.close());
const ask: NotifierHouse['ask'] = (...args) => notifier.ask(...args);
const message = (body: Record<string, unknown>): string =>
  (body['error'] as { message: string }).message;

test('a webhook is created, read, listed, changed and deleted', async () => {
  const made = await ask('POST', '/v1/webhooks', { url: URL, description: 'pager', unknown: 1 });
  expect(made.status).toBe(201);
  expect(made.headers['cache-control']).toBe('no-store');
  const { secret, ...shown } = made.body;
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(shown).toEqual({
    ...{ id: expect.stringMatching(/^webhook_[\w-]{22}$/) as string, url: URL },
    ...{ events: ['issue.created'], filter: {}, header_names: [], description: 'pager' },
    format: 'parapet',
    ...{ enabled: true, disabled_reason: null },
    ...{ secret_staged_at: null, secret_promotes_at: null },
    delivery_health: {
      ...{ pending: 0, failing_since: null, failures: 0, last_error: null },
      ...{ last_success_at: null, last_failure_at: null },
    },
    created_at: expect.stringMatching(/Z$/) as string,
    updated_at: shown['created_at'],
  });
  const path = `/v1/webhooks/${String(shown['id'])}`;
  expect((await ask('GET', path)).body).toEqual(shown);
  expect((await ask('GET', '/v1/webhooks')).body).toEqual({
    data: [shown],
    pagination: { next_cursor: null, has_more: false },
  });
  const change = { enabled: false, events: ['issue.resolved'], format: 'teams' };
  expect(await ask('PATCH', path, change)).toMatchObject({
    status: 200,
    body: { url: URL, description: 'pager', ...change },
  });
  expect((await ask('PATCH', path, {})).status).toBe(200);
  expect((await ask('DELETE', path)).status).toBe(204);
  for (const method of ['GET', 'DELETE'] as const)
    expect(await ask(method, path)).toMatchObject({
      status: 404,
      body: { error: { code: 'not_found' } },
    });
  expect((await ask('PATCH', path, { description: 'x' })).status).toBe(404);
});

test('the list is paged, newest first', async () => {
  const ids: unknown[] = [];
  for (let i = 0; i < 3; i += 1)
    ids.unshift((await ask('POST', '/v1/webhooks', { url: URL })).body['id']);
  const first = await ask('GET', '/v1/webhooks?limit=2');
  const { next_cursor } = first.body['pagination'] as { next_cursor: string };
  const rest = await ask('GET', `/v1/webhooks?limit=2&cursor=${next_cursor}`);
  const seen = [first, rest].flatMap((p) => (p.body['data'] as { id: string }[]).map((w) => w.id));
  expect(seen).toHaveLength(3);
  expect(new Set(seen)).toEqual(new Set(ids));
});

test('a page of long filters ends at about 8 MiB, or one request is too much for the memory', async () => {
  const clusters = Array.from({ length: 100 }, (_, i) => `${i}-`.padEnd(1_024, 'x'));
  const ids = new Set<unknown>();
  for (let i = 0; i < 90; i += 1)
    ids.add((await ask('POST', '/v1/webhooks', { url: URL, filter: { clusters } })).body['id']);
  const seen = new Set<unknown>();
  for (let cursor = ''; ;) {
    const { body } = await ask('GET', `/v1/webhooks?limit=1000${cursor}`);
    expect(JSON.stringify(body).length).toBeLessThan(8.5 * 1024 * 1024);
    for (const { id } of body['data'] as { id: string }[]) seen.add(id);
    const { next_cursor } = body['pagination'] as { next_cursor: string | null };
    if (next_cursor === null) break;
    cursor = `&cursor=${next_cursor}`;
  }
  expect([...seen]).toEqual(expect.arrayContaining([...ids]));
  for (const id of ids) await ask('DELETE', `/v1/webhooks/${String(id)}`);
});

test('the secret is sealed before it reaches the log, and is in no later answer', async () => {
  const { body } = await ask('POST', '/v1/webhooks', { url: URL });
  const id = String(body['id']);
  const later = [
    await ask('GET', `/v1/webhooks/${id}`),
    await ask('GET', '/v1/webhooks'),
    await ask('PATCH', `/v1/webhooks/${id}`, { description: 'x' }),
  ];
  for (const answer of later) expect(JSON.stringify(answer.body)).not.toMatch(/whsec|sealed|v1\./);
  const { log } = notifier.house;
  const ends = await log.ends('webhooks');
  const records: string[] = [];
  for await (const batch of log.read(
    'webhooks',
    ends.map(() => 0),
    ends,
  ))
    records.push(...batch.map((r) => r.json));
  expect(records.join()).toContain(id);
  expect(records.join()).not.toContain('whsec_');
  const created = records.map((r) => JSON.parse(r) as WebhookEvent['data']);
  expect(created.find((d) => d.webhook_id === id)).toHaveProperty('secret_sealed');
});

test.each([
  [{}, 'url is required and must be a string'],
  [{ url: 7 }, 'url is required and must be a string'],
  [{ url: 'nowhere' }, 'url must be an absolute URL'],
  [{ url: 'http://198.51.101.7/' }, 'url must begin with https://'],
  [{ url: 'https://u:p@198.51.101.7/' }, 'url must not carry a user name or a password'],
  [{ url: `${URL}#x` }, 'url must not have a fragment (#)'],
  [{ url: URL, events: 'issue.created' }, 'events must be an array'],
  [{ url: URL, events: [] }, 'events should not be empty'],
  [{ url: URL, events: ['issue.created', 'issue.created'] }, 'events must name each only once'],
  [{ url: URL, events: ['issue.deleted'] }, 'each of events must be one of issue.created'],
  [{ url: URL, filter: null }, 'filter must be an object; {} lets every issue through'],
  [{ url: URL, filter: { verdicts: [] } }, 'filter.verdicts must be a list of at least one of'],
  [{ url: URL, format: 'json' }, 'format must be one of parapet, slack, teams, pagerduty'],
  [{ url: URL, format: null }, 'format must be one of parapet, slack, teams, pagerduty'],
  [{ url: URL, format: 'pagerduty' }, 'headers must have X-Routing-Key'],
  [{ url: URL, headers: null }, 'headers must be an object of names and values; {} is none'],
  [{ url: URL, headers: { Host: 'a' } }, 'headers: Host cannot be given: '],
  [{ url: URL, enabled: 'yes' }, 'enabled must be a boolean value'],
  [{ url: URL, enabled: null }, 'enabled must be a boolean value'],
  [{ url: URL, description: 5 }, 'description must be a string'],
  [{ url: URL, description: 'x'.repeat(1025) }, 'description must be shorter than'],
  [{ url: URL, description: '❤\ufe0f'.repeat(513) }, 'description must be shorter than'],
])('POST %j is answered 400: %s', async (body, sentence) => {
  const answer = await ask('POST', '/v1/webhooks', body);
  expect(answer).toMatchObject({ status: 400, body: { error: { code: 'bad_request' } } });
  expect(message(answer.body)).toContain(sentence);
});

test('where a webhook may not lead is refused with the settings that open it, and nothing of what they say', async () => {
  for (const url of ['http://198.51.101.7/', 'https://10.1.2.3/', 'https://localhost/'])
    expect(await ask('POST', '/v1/webhooks', { url })).toMatchObject({
      body: {
        error: { details: expect.stringMatching(/WEBHOOK_ALLOW_HTTP.*WEBHOOK_ALLOW_CIDRS$/) },
      },
    });
});

test('a name of this machine cannot be saved, and a webhook cannot be changed to it', async () => {
  expect((await ask('POST', '/v1/webhooks', { url: 'https://localhost/' })).status).toBe(400);
  const { body } = await ask('POST', '/v1/webhooks', { url: URL });
  const path = `/v1/webhooks/${String(body['id'])}`;
  const answer = await ask('PATCH', path, { url: 'https://localhost/' });
  expect(message(answer.body)).toContain('url must lead to a public address');
  expect((await ask('GET', path)).body['url']).toBe(URL);
});

test('reading and writing each need their permission', async () => {
  const { house } = notifier;
  const { body } = await ask('POST', '/v1/webhooks', { url: URL });
  const path = `/v1/webhooks/${String(body['id'])}`;
  const tries = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    const read = await house.inject({ url: path, headers });
    const payload = { description: 'x' };
    const write = await house.inject({ method: 'PATCH', url: path, headers, payload });
    return [read.statusCode, write.statusCode];
  };
  expect(await tries(await house.addToken(['issues:read']))).toEqual([403, 403]);
  expect(await tries(await house.addToken(['webhooks:read']))).toEqual([200, 403]);
  expect(await tries(await house.addToken(['webhooks:read', 'webhooks:write']))).toEqual([
    200, 200,
  ]);
});
