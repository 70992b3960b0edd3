import { createHmac } from 'node:crypto';
import { readAll } from '@parapet/eventlog/testing';
import { issueCreated } from '../testing/issue-facts';
import { notifierHouse, type NotifierHouse } from '../testing/notifier-house';
import { openReceiver, type Receiver } from '../testing/receiver';

const KEY = 'R0UTE-to-who-is-on-call';
const PAGERDUTY = { format: 'pagerduty', headers: { 'X-Routing-Key': KEY } };

let notifier: NotifierHouse;
let there: Receiver;
beforeAll(async () => {
  notifier = await notifierHouse();
  there = await openReceiver((response) => response.writeHead(202).end(`you said ${KEY}`));
});
afterAll(async () => {
  await notifier.close();
  await there.close();
});
const change = (id: string, body: object) => notifier.ask('PATCH', `/v1/webhooks/${id}`, body);
const allIn = async (topic: 'webhooks' | 'deliveries'): Promise<string> =>
  JSON.stringify(await readAll(notifier.house.log, topic));

test('an event for PagerDuty is sent with its key, signed so, and kept and shown without it', async () => {
  const { id, secret } = await notifier.addWebhook(there.url, PAGERDUTY);
  await notifier.house.append('issues', 'issue_1', issueCreated('issue_1'));
  const told = await notifier.deliveries(id, (d) => d[0]?.status === 'succeeded');
  const [sent] = there.received;
  const body = sent?.body ?? '';
  expect(JSON.parse(body)).toMatchObject({ routing_key: KEY, dedup_key: 'issue_1' });
  const digest = createHmac('sha256', secret).update(body).digest('hex');
  expect(sent?.headers['x-service-signature']).toBe(`sha256=${digest}`);
  const test = await notifier.ask('POST', `/v1/webhooks/${id}/test`);
  expect(JSON.parse(there.received.at(-1)?.body ?? '')).toMatchObject({ routing_key: KEY });
  const shown = [told, test.body, (await notifier.ask('GET', `/v1/webhooks/${id}`)).body];
  for (const text of [...shown.map((s) => JSON.stringify(s)), await allIn('deliveries')])
    expect(text).not.toContain(KEY);
  expect(await allIn('webhooks')).not.toContain(KEY);
});

test.each([
  ['made', () => notifier.ask('POST', '/v1/webhooks', { url: there.url, format: 'pagerduty' })],
  [
    'changed to it',
    async () => {
      const { id } = await notifier.addWebhook(there.url);
      return change(id, { format: 'pagerduty' });
    },
  ],
  [
    'left without headers',
    async () => {
      const { id } = await notifier.addWebhook(there.url, PAGERDUTY);
      return change(id, { headers: {} });
    },
  ],
])('a webhook for PagerDuty that is %s without its key is refused', async (_, refused) => {
  const { status, body } = await refused();
  expect([status, body]).toMatchObject([
    400,
    { error: { message: expect.stringContaining('X-Routing-Key') as string } },
  ]);
});

test('what was planned for PagerDuty waits, and says why, while the webhook has no key any more', async () => {
  const { id } = await notifier.addWebhook(there.url, PAGERDUTY);
  const { body: test } = await notifier.ask('POST', `/v1/webhooks/${id}/test`);
  await change(id, { format: 'parapet', headers: {} });
  const before = there.received.length;
  await notifier.ask('POST', `/v1/deliveries/${String(test['id'])}/redeliver`);
  const [told] = await notifier.deliveries(id, (d) => d[0]?.attempts.length === 2);
  expect(told?.attempts.at(-1)).toMatchObject({
    error: 'secret',
    message: 'the webhook has no header X-Routing-Key any more, which this event needs',
  });
  expect(there.received).toHaveLength(before);
});
