import { envelope, eventId, isoTime, TOPICS, Unavailable } from '@parapet/contracts';
import { type EmbeddedReadModel, ReadModel } from '@parapet/readmodel';
import { issueCreated } from '../testing/issue-facts';
import { LOOPBACK, notifierHouse, type NotifierHouse } from '../testing/notifier-house';
import { inOrder, ok, openReceiver, type Receiver, status } from '../testing/receiver';
import { WebhookTable } from '../webhook/webhook-table';
import { OPENS_AFTER } from './breaker';

const REACHED = {
  ...{ number: 2, started_at: isoTime(0), duration_ms: 1, status: 200 },
  ...{ error: null, message: '', response: '', address: null },
};

let notifier: NotifierHouse;
let receivers: Receiver[] = [];
beforeEach(async () => {
  notifier = await notifierHouse({ ...LOOPBACK, webhookScheduleMs: [0, 5_000] });
});
afterEach(async () => {
  await notifier.close();
  await Promise.all(receivers.map((r) => r.close()));
  receivers = [];
});

const receiver = async (...args: Parameters<typeof openReceiver>): Promise<string> => {
  const opened = await openReceiver(...args);
  receivers.push(opened);
  return opened.url;
};
const documents = (): EmbeddedReadModel => notifier.house.app.get<EmbeddedReadModel>(ReadModel);
const raise = (id: string): Promise<void> => notifier.house.append('issues', id, issueCreated(id));
const metrics = async (): Promise<string> =>
  (await notifier.house.inject({ url: '/metrics' })).body;
/** The value of a series; undefined where there is none. */
const valueOf = async (series: string): Promise<number | undefined> => {
  const line = (await metrics()).split('\n').find((l) => l.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
};

test('attempts are counted by what became of them, and deliveries by how long they took', async () => {
  const url = await receiver(inOrder(status(500), ok, status(404), status(503)));
  const { id } = await notifier.addWebhook(url);
  await raise('issue_1');
  await notifier.deliveries(id, (d) => d[0]?.attempts.length === 1);
  notifier.clock.advance(6_000);
  await notifier.deliveries(id, (d) => d[0]?.status === 'succeeded');
  await raise('issue_2');
  await notifier.deliveries(id, (d) => d[0]?.attempts.length === 1);
  notifier.clock.advance(6_000);
  await notifier.deliveries(id, (d) => d[0]?.status === 'given_up');
  const attempts = (outcome: string, name: string) =>
    valueOf(`parapet_webhook_attempts_total{outcome="${outcome}",class="${name}"}`);
  expect(await attempts('failed', '5xx')).toBe(1);
  expect(await attempts('delivered', '2xx')).toBe(1);
  expect(await attempts('failed', '4xx')).toBe(1);
  expect(await attempts('given_up', '5xx')).toBe(1);
  const givenUp = (cause: string) =>
    valueOf(`parapet_webhook_deliveries_given_up_total{cause="${cause}"}`);
  expect(await givenUp('failed')).toBe(1);
  await raise('issue_3');
  await notifier.deliveries(id, (d) => d[0]?.attempts.length === 1);
  await notifier.ask('PATCH', `/v1/webhooks/${id}`, { enabled: false });
  await notifier.deliveries(id, (d) => d[0]?.status === 'given_up');
  expect(await givenUp('abandoned')).toBe(1);
  expect(await valueOf('parapet_webhook_attempt_duration_seconds_count')).toBe(5);
  expect(await valueOf('parapet_webhook_delivery_latency_seconds_count')).toBe(1);
  expect(await valueOf('parapet_webhook_delivery_latency_seconds_bucket{le="5"}')).toBe(0);
  expect(await valueOf('parapet_webhook_delivery_latency_seconds_bucket{le="10"}')).toBe(1);
});

test.each(['slack', 'teams'])(
  'how long a message for %s takes is counted too, though it may not say when what it tells happened',
  async (format) => {
    const { id } = await notifier.addWebhook(await receiver(inOrder(status(500), ok)), { format });
    await raise('issue_1');
    await notifier.deliveries(id, (d) => d[0]?.attempts.length === 1);
    notifier.clock.advance(6_000);
    await notifier.deliveries(id, (d) => d[0]?.status === 'succeeded');
    expect(await valueOf('parapet_webhook_delivery_latency_seconds_bucket{le="5"}')).toBe(0);
    expect(await valueOf('parapet_webhook_delivery_latency_seconds_bucket{le="10"}')).toBe(1);
  },
);

test('what waits is shown by webhook, and how long the oldest has been due', async () => {
  const { id } = await notifier.addWebhook(await receiver(status(500)));
  const pending = `parapet_webhook_pending_deliveries{webhook_id="${id}"}`;
  expect(await valueOf(pending)).toBe(0);
  expect(await valueOf('parapet_webhook_oldest_due_seconds')).toBe(0);
  for (let i = 0; i < OPENS_AFTER + 20; i += 1) await raise(`issue_${i}`);
  await notifier.deliveries(id, (d) => d.flatMap((x) => x.attempts).length >= OPENS_AFTER);
  await notifier.house.settled();
  expect(await valueOf(pending)).toBe(OPENS_AFTER + 20);
  expect(await valueOf(`parapet_webhook_breaker_open{webhook_id="${id}"}`)).toBe(1);
  notifier.clock.advance(1_000);
  expect(await valueOf('parapet_webhook_oldest_due_seconds')).toBeGreaterThan(0.9);
});

test('what is kept no longer waits no more, though no fact says what became of it', async () => {
  const { id } = await notifier.addWebhook(await receiver(status(500)));
  await raise('issue_1');
  const [made] = await notifier.deliveries(id, (d) => d[0]?.attempts.length === 1);
  await notifier.stopSending();
  notifier.clock.advance(60_000);
  const keptFrom = notifier.clock.now() - 30_000;
  await notifier.ask('POST', `/v1/deliveries/${made?.id}/redeliver`);
  const pending = `parapet_webhook_pending_deliveries{webhook_id="${id}"}`;
  expect(await valueOf(pending)).toBe(1);
  await documents().sweep(keptFrom + TOPICS.deliveries.retentionMs);
  await notifier.deliveries(id, (d) => d.length === 0);
  const { body } = await notifier.ask('GET', `/v1/webhooks/${id}`);
  expect(body['delivery_health']).toMatchObject({ pending: 0, failures: 1 });
  expect(await valueOf(pending)).toBe(0);
});

test('a receiver that is asked too much, and says so, is not called down', async () => {
  const busy = status(429, { 'Retry-After': '20' });
  const { id } = await notifier.addWebhook(await receiver(inOrder(busy, ok)));
  const open = `parapet_webhook_breaker_open{webhook_id="${id}"}`;
  await raise('issue_1');
  await notifier.deliveries(id, (d) => d[0]?.attempts.length === 1);
  expect(await valueOf(open)).toBe(0);
  notifier.clock.advance(21_000);
  await notifier.deliveries(id, (d) => d[0]?.status === 'succeeded');
  expect(await valueOf(open)).toBe(0);
});

test('a receiver that another process has reached since is not called down: this one may have nothing to ask it with', async () => {
  const { id } = await notifier.addWebhook(await receiver(status(500)));
  const open = `parapet_webhook_breaker_open{webhook_id="${id}"}`;
  for (let i = 0; i < OPENS_AFTER; i += 1) await raise(`issue_${i}`);
  await notifier.deliveries(id, (d) => d.flatMap((x) => x.attempts).length >= OPENS_AFTER);
  await notifier.stopSending();
  const told = await notifier.deliveries(id, () => true);
  expect(await valueOf(open)).toBe(1);
  const delivery_id = told.find(({ status }) => status === 'pending')?.id ?? '';
  const webhook_since = notifier.house.app.get(WebhookTable).get(id)?.since ?? '';
  const time = isoTime(notifier.clock.now());
  const by = { id: eventId(), time, actor: 'notifier', cause: null };
  await notifier.house.append('deliveries', id, {
    ...envelope('DeliverySucceeded', by),
    data: { delivery_id, webhook_id: id, webhook_since, requeued_at: null, attempt: REACHED },
  });
  await notifier.deliveries(id, (d) => d.some((x) => x.status === 'succeeded'));
  expect(await valueOf(open)).toBe(0);
});

test('a webhook that is deleted leaves, and nothing of an address or a secret is shown', async () => {
  const { id, secret } = await notifier.addWebhook(await receiver(), { description: 'pager' });
  await raise('issue_1');
  await notifier.deliveries(id, (d) => d[0]?.status === 'succeeded');
  const shown = await metrics();
  expect(shown).toContain(`{webhook_id="${id}"}`);
  for (const hidden of [secret, '/hook', 'pager']) expect(shown).not.toContain(hidden);
  await notifier.ask('DELETE', `/v1/webhooks/${id}`);
  expect(await metrics()).not.toContain(id);
});

test('while the documents are away the numbers of the backlog are missing, and the others are answered', async () => {
  const { id } = await notifier.addWebhook(await receiver());
  jest.spyOn(notifier.house.store, 'getMany').mockRejectedValue(new Unavailable('away'));
  const shown = await metrics();
  expect(shown).toContain('# TYPE parapet_webhook_attempts_total counter');
  expect(shown).not.toContain(`parapet_webhook_pending_deliveries{webhook_id="${id}"}`);
});
