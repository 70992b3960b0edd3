import { type DeliveryEvent, derivedId, TOPICS } from '@parapet/contracts';
import { issueCreated } from '../testing/issue-facts';
import { LOOPBACK, notifierHouse, type NotifierHouse } from '../testing/notifier-house';
import { DeliveryFacts } from './delivery-facts';
import { type Answer, ok, openReceiver, type Receiver, status } from '../testing/receiver';

let notifier: NotifierHouse;
let there: Receiver;
let answer: Answer;
beforeEach(async () => {
  notifier = await notifierHouse({ ...LOOPBACK, webhookScheduleMs: [0] });
  there = await openReceiver((...args) => answer(...args));
});
afterEach(async () => {
  await notifier.close();
  await there.close();
});

const PAST = '2020-01-01T00:00:00Z';
const raise = (id: string): Promise<void> => notifier.house.append('issues', id, issueCreated(id));
const redeliver = (id: string, body: object) =>
  notifier.ask('POST', `/v1/webhooks/${id}/redeliver_failed`, body);
const toldIssues = (from = 0): unknown[] =>
  there.received.slice(from).map((r) => (JSON.parse(r.body) as { issue: { id: string } }).issue.id);

/** A webhook whose receiver failed to take so many issues, each given up. */
async function failed(count: number): Promise<string> {
  answer = status(400);
  const { id } = await notifier.addWebhook(there.url);
  for (let i = 0; i < count; i += 1) await raise(`issue_${i}`);
  await notifier.deliveries(
    id,
    (d) => d.length === count && d.every((x) => x.status === 'given_up'),
  );
  return id;
}

test('all that was given up is delivered again, under the same ids, and what succeeded is not', async () => {
  const id = await failed(3);
  answer = ok;
  await raise('issue_well');
  await notifier.deliveries(id, (d) => d.some((x) => x.status === 'succeeded'));
  expect(await redeliver(id, { since: PAST })).toMatchObject({
    ...{ status: 202, body: { count: 3, more: false } },
  });
  await notifier.deliveries(id, (d) => d.every((x) => x.status === 'succeeded'));
  expect(new Set(toldIssues(4))).toEqual(new Set(['issue_0', 'issue_1', 'issue_2']));
  expect(new Set(there.received.map((r) => r.headers['webhook-id'])).size).toBe(4);
  expect(await redeliver(id, { since: PAST })).toMatchObject({ body: { count: 0, more: false } });
});

test('only those between the two times are', async () => {
  const id = await failed(1);
  notifier.clock.advance(10_000);
  const between = new Date(notifier.clock.now()).toISOString();
  notifier.clock.advance(10_000);
  await raise('issue_late');
  await notifier.deliveries(id, (d) => d.length === 2 && d[0]?.status === 'given_up');
  answer = ok;
  await redeliver(id, { since: between });
  await notifier.deliveries(id, (d) => d[0]?.status === 'succeeded');
  expect(toldIssues(2)).toEqual(['issue_late']);
  expect(await redeliver(id, { since: PAST, until: between })).toMatchObject({
    body: { count: 1 },
  });
  await notifier.deliveries(id, (d) => d.every((x) => x.status === 'succeeded'));
});

test('asked twice at the same moment, each is made due once', async () => {
  const id = await failed(5);
  answer = ok;
  await Promise.all([redeliver(id, { since: PAST }), redeliver(id, { since: PAST })]);
  await notifier.deliveries(id, (d) => d.every((x) => x.status === 'succeeded'));
  await notifier.house.settled();
  expect(there.received).toHaveLength(10);
});

test('more than a page is asked for again, and whoever is told that there is more goes on by asking again', async () => {
  answer = ok;
  const { id } = await notifier.addWebhook(there.url);
  await notifier.ask('PATCH', `/v1/webhooks/${id}`, { enabled: false });
  await planned(id, 1_200, new Date().toISOString());
  await notifier.becomes(`/v1/webhooks/${id}`, (w) => pendingOf(w) === 0);
  await notifier.ask('PATCH', `/v1/webhooks/${id}`, { enabled: true });
  const slow = jest
    .spyOn(notifier.house.app.get(DeliveryFacts), 'appendAndProject')
    .mockImplementationOnce(async function (this: DeliveryFacts, webhookId, events) {
      await this.append(webhookId, events);
      await notifier.house.settled();
      return false;
    });
  expect((await redeliver(id, { since: PAST })).body).toEqual({ count: 50, more: true });
  slow.mockRestore();
  expect((await redeliver(id, { since: PAST })).body).toEqual({ count: 1_150, more: false });
  const told = await there.atLeast(1_200);
  expect(new Set(told.map((r) => r.headers['webhook-id'])).size).toBe(1_200);
});

test('a test that failed is not made again', async () => {
  answer = status(400);
  const { id } = await notifier.addWebhook(there.url);
  await notifier.ask('POST', `/v1/webhooks/${id}/test`);
  expect(await redeliver(id, { since: PAST })).toMatchObject({ body: { count: 0 } });
});

test('a disabled webhook must be enabled first, and an unknown one is 404', async () => {
  const id = await failed(1);
  await notifier.ask('PATCH', `/v1/webhooks/${id}`, { enabled: false });
  expect(await redeliver(id, { since: PAST })).toMatchObject({
    ...{ status: 409, body: { error: { code: 'conflict' } } },
  });
  expect(await redeliver('webhook_x', { since: PAST })).toMatchObject({ status: 404 });
});

test.each([
  [{}, 'since is required and must be an RFC 3339 timestamp'],
  [{ since: 'yesterday' }, 'since must be an RFC 3339 timestamp with zone'],
  [{ since: PAST, until: 'now' }, 'until must be an RFC 3339 timestamp with zone'],
])('%j is answered 400: %s', async (body, sentence) => {
  answer = ok;
  const { id } = await notifier.addWebhook(there.url);
  const { status: code, body: said } = await redeliver(id, body);
  expect(code).toBe(400);
  expect(JSON.stringify(said)).toContain(sentence);
});

test('what might be forgotten before its last attempt is not delivered again: nothing that waits is lost', async () => {
  await notifier.close();
  const day = 86_400_000;
  notifier = await notifierHouse({ ...LOOPBACK, webhookScheduleMs: [0, 2 * day] });
  answer = ok;
  const { id } = await notifier.addWebhook(there.url);
  await notifier.ask('PATCH', `/v1/webhooks/${id}`, { enabled: false });
  const kept = TOPICS.deliveries.retentionMs;
  const made = (agoMs: number) => new Date(Date.now() - agoMs).toISOString();
  await planned(id, 1, made(kept - 3 * day));
  await planned(id, 1, made(kept - 5 * day));
  const list = await notifier.deliveries(
    id,
    (d) => d.length === 2 && d.every((x) => x.status === 'given_up'),
  );
  await notifier.ask('PATCH', `/v1/webhooks/${id}`, { enabled: true });
  const refused = await notifier.ask('POST', `/v1/deliveries/${list[1]?.id}/redeliver`);
  expect(refused).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
  expect(await redeliver(id, { since: PAST })).toMatchObject({ body: { count: 1 } });
  await notifier.deliveries(id, (d) => d[0]?.status === 'succeeded' && d[1]?.status === 'given_up');
});

const pendingOf = (webhook: Record<string, unknown>): unknown =>
  (webhook['delivery_health'] as { pending: number }).pending;

/** Facts of deliveries that were planned at a time. */
async function planned(webhookId: string, count: number, time: string): Promise<void> {
  const facts = Array.from({ length: count }, (_, i): DeliveryEvent => ({
    ...{ id: `fact_${time}_${i}`, type: 'DeliveryPlanned', schema: 1, time },
    ...{ actor: 'notifier', cause: null },
    data: {
      delivery_id: derivedId('delivery', [webhookId, time, String(i)]),
      ...{ webhook_id: webhookId, issue_id: `issue_${i}`, event: 'issue.created' },
      ...{ body: JSON.stringify({ issue: { id: `issue_${i}` } }), next_at: time },
    },
  }));
  await Promise.all(facts.map((fact) => notifier.house.append('deliveries', webhookId, fact)));
}
