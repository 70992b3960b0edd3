import { eventId, isoTime } from '@parapet/contracts';
import { readAll } from '@parapet/eventlog/testing';
import { issueCreated } from '../testing/issue-facts';
import { notifierHouse, type NotifierHouse } from '../testing/notifier-house';
import { openReceiver, type Receiver } from '../testing/receiver';
import { updateWebhook } from '../webhook/change-webhook';
import { WEBHOOKS } from '../webhook/webhook.collection';

const KEY = 'Bearer k3y-of-somebody';
const HEADERS = { Authorization: KEY, 'X-Env': 'prod', constructor: 'a', toString: 'b' };
const SENT = { authorization: KEY, 'x-env': 'prod', constructor: 'a', tostring: 'b' };

let notifier: NotifierHouse;
let there: Receiver;
beforeAll(async () => {
  notifier = await notifierHouse();
  there = await openReceiver((response, nth) =>
    response.writeHead(nth === 1 ? 500 : 200).end(`you said ${KEY}, and ${KEY.slice(7)}`),
  );
});
afterAll(async () => {
  await notifier.close();
  await there.close();
});
const change = (id: string, body: object) => notifier.ask('PATCH', `/v1/webhooks/${id}`, body);
const tested = async (id: string) => {
  const { body } = await notifier.ask('POST', `/v1/webhooks/${id}/test`);
  return { body, headers: there.received.at(-1)?.headers };
};
/** All that is in a topic of the log. */
const logged = async (topic: 'webhooks' | 'deliveries'): Promise<string> =>
  JSON.stringify(await readAll(notifier.house.log, topic));

test('headers are sent with every attempt, beside the house’s, and values are shown nowhere', async () => {
  const { id } = await notifier.addWebhook(there.url, { headers: HEADERS });
  await notifier.house.append('issues', 'issue_1', issueCreated('issue_1'));
  await notifier.deliveries(id, (d) => d[0]?.attempts.length === 1);
  notifier.clock.advance(6_000);
  const [told] = await notifier.deliveries(id, (d) => d[0]?.status === 'succeeded');
  await notifier.ask('POST', `/v1/deliveries/${told?.id}/redeliver`);
  await there.atLeast(3);
  await tested(id);
  expect(there.received).toHaveLength(4);
  for (const { headers } of there.received)
    expect(headers).toMatchObject({ ...SENT, 'content-type': 'application/json' });
  const names = ['authorization', 'constructor', 'tostring', 'x-env'];
  const { body } = await notifier.ask('GET', `/v1/webhooks/${id}`);
  expect(body).toMatchObject({ header_names: names });
  const shown = [body, (await notifier.ask('GET', `/v1/webhooks/${id}/deliveries`)).body];
  const kept = [
    ...shown.map((s) => JSON.stringify(s)),
    await logged('webhooks'),
    await logged('deliveries'),
  ];
  expect(kept.join()).toContain('you said [redacted], and [redacted]');
  expect(kept.join()).not.toContain(KEY.slice(7));
});

test('an attempt shows the headers that it sent, and values of those alone that say nothing secret', async () => {
  const { id } = await notifier.addWebhook(there.url, { headers: HEADERS });
  const { body, headers } = await tested(id);
  const shown = {
    ...{ 'content-type': 'application/json', 'user-agent': headers?.['user-agent'] },
    ...{ 'webhook-id': body['id'], 'webhook-timestamp': headers?.['webhook-timestamp'] },
    ...{ 'webhook-signature': '[redacted]', 'x-service-signature': '[redacted]' },
    ...Object.fromEntries(Object.keys(SENT).map((name) => [name, '[redacted]'])),
  };
  expect(body['attempt']).toMatchObject({ request_headers: shown });
  const kept = await notifier.ask('GET', `/v1/deliveries/${String(body['id'])}`);
  expect(kept.body).toMatchObject({ attempts: [body['attempt']], body: body['body'] });
});

test('headers are replaced as a whole, kept when they are not named, and removed by {}', async () => {
  const { id } = await notifier.addWebhook(there.url, { headers: HEADERS });
  await change(id, { headers: { 'X-Other': 'o' } });
  await change(id, { description: 'pager' });
  const other = await tested(id);
  expect(other.headers).toMatchObject({ 'x-other': 'o' });
  expect(other.headers).not.toHaveProperty('authorization');
  expect((await change(id, { headers: {} })).body).toMatchObject({ header_names: [] });
  expect((await tested(id)).headers).not.toHaveProperty('x-other');
});

test('who changes where a webhook leads does not learn its headers by it', async () => {
  const { id } = await notifier.addWebhook(there.url, { headers: HEADERS });
  const before = there.received.length;
  const url = `${there.url}/elsewhere`;
  expect(await change(id, { url })).toMatchObject({
    status: 400,
    body: { error: { message: 'url must stay as it is while the headers are kept' } },
  });
  expect((await change(id, { url: there.url, enabled: true })).status).toBe(200);
  expect((await change(id, { url, headers: {} })).status).toBe(200);
  expect((await tested(id)).headers).not.toHaveProperty('authorization');
  expect((await change(id, { url: there.url })).status).toBe(200);
  expect(there.received.slice(before).map((r) => r.path)).toEqual(['/hook/elsewhere']);
});

test('a webhook whose headers cannot be opened sends nothing, and says so', async () => {
  const { id } = await notifier.addWebhook(there.url);
  const webhook = await notifier.house.store.get(WEBHOOKS, id);
  const foreign = { header_names: ['x-key'], headers_sealed: 'v1.foreign.aaaa.bbbb' };
  const origin = { id: eventId(), time: isoTime(Date.now()), actor: 'token_1', cause: null };
  const event = webhook && updateWebhook(webhook, foreign, [], origin);
  if (event) await notifier.house.append('webhooks', id, event);
  await notifier.becomes(`/v1/webhooks/${id}`, (w) => String(w['header_names']) === 'x-key');
  const before = there.received.length;
  expect((await tested(id)).body).toMatchObject({ succeeded: false, attempt: { error: 'secret' } });
  expect(there.received).toHaveLength(before);
});
