import { Webhook as StandardWebhook } from 'standardwebhooks';
import { createHmac } from 'node:crypto';
import { LOOPBACK, notifierHouse, type NotifierHouse } from '../testing/notifier-house';
import { issueCreated } from '../testing/issue-facts';
import { inOrder, ok, openReceiver, type Receiver, status } from '../testing/receiver';

let notifier: NotifierHouse;
const receivers: Receiver[] = [];
beforeEach(async () => {
  notifier = await notifierHouse();
});
afterEach(async () => {
  await notifier.close();
  await Promise.all(receivers.splice(0).map((r) => r.close()));
});

const receiver = async (...args: Parameters<typeof openReceiver>): Promise<Receiver> => {
  const opened = await openReceiver(...args);
  receivers.push(opened);
  return opened;
};
const raise = (id: string, time?: string): Promise<void> =>
  notifier.house.append('issues', id, issueCreated(id, time));

test('an issue reaches the receiver as the spec says, signed in both ways', async () => {
  const there = await receiver();
  const { id, secret } = await notifier.addWebhook(there.url);
  const time = new Date().toISOString();
  await raise('issue_1', time);
  const [got] = await there.atLeast(1);
  expect(JSON.parse(got?.body ?? '')).toEqual({
    event: 'issue.created',
    timestamp: time,
    issue: {
      id: 'issue_1',
      title: 'Unexpected connection to bad.example',
      severity: 'high',
      verdict: 'detected',
      url: 'https://parapet.example/issues/issue_1',
    },
  });
  const hex = createHmac('sha256', secret)
    .update(got?.body ?? '')
    .digest('hex');
  expect(got?.headers['x-service-signature']).toBe(`sha256=${hex}`);
  expect(got?.headers['content-type']).toBe('application/json');
  expect(got?.headers['user-agent']).toMatch(/^Parapet-Webhooks\/\d/);
  const headers = got?.headers as Record<string, string>;
  expect(() => new StandardWebhook(secret).verify(got?.body ?? '', headers)).not.toThrow();
  const [delivery] = await notifier.deliveries(id, (d) => d[0]?.status === 'succeeded');
  expect(delivery).toMatchObject({
    id: headers['webhook-id'],
    event: 'issue.created',
    next_attempt_at: null,
    attempts: [{ number: 1, status: 200, error: null, response: 'thanks', address: '127.0.0.1' }],
  });
});

test('a receiver that fails is asked again until it takes it, with the same id and the same bytes', async () => {
  const there = await receiver(
    inOrder(status(500), status(302, { location: 'http://10.0.0.1/' }), ok),
  );
  const { id } = await notifier.addWebhook(there.url);
  await raise('issue_1');
  await notifier.deliveries(id, (d) => d[0]?.attempts.length === 1);
  notifier.clock.advance(6_000);
  await notifier.deliveries(id, (d) => d[0]?.attempts.length === 2);
  notifier.clock.advance(400_000);
  const [delivery] = await notifier.deliveries(id, (d) => d[0]?.status === 'succeeded');
  expect(delivery?.attempts.map((a) => a.status)).toEqual([500, 302, 200]);
  expect(new Set(there.received.map((r) => r.headers['webhook-id'])).size).toBe(1);
  expect(new Set(there.received.map((r) => r.body)).size).toBe(1);
});

test('410 disables the webhook and what waits is given up', async () => {
  const there = await receiver(inOrder(status(500), status(410)));
  const { id } = await notifier.addWebhook(there.url);
  await raise('issue_1');
  await notifier.deliveries(id, (d) => d[0]?.attempts.length === 1);
  await raise('issue_2');
  const both = await notifier.deliveries(id, (d) => d.every((x) => x.status === 'given_up'));
  expect(both.map((d) => d.attempts.map((a) => a.status))).toEqual([[410], [500]]);
  expect((await notifier.ask('GET', `/v1/webhooks/${id}`)).body).toMatchObject({
    enabled: false,
    disabled_reason: 'the receiver answered 410 Gone',
  });
  await raise('issue_3');
  await notifier.house.settled();
  expect(there.received).toHaveLength(2);
});

test('when every attempt failed it is given up, visible, and can be redelivered', async () => {
  await notifier.close();
  notifier = await notifierHouse({ ...LOOPBACK, webhookScheduleMs: [0, 0, 0] });
  const there = await receiver(inOrder(status(500), status(500), status(500), ok));
  const { id } = await notifier.addWebhook(there.url);
  await raise('issue_1');
  const [over] = await notifier.deliveries(id, (d) => d[0]?.status === 'given_up');
  expect(over?.attempts).toHaveLength(3);
  const path = `/v1/deliveries/${over?.id}`;
  expect(await notifier.ask('POST', `${path}/redeliver`)).toEqual({
    ...{ status: 202, body: { id: over?.id, status: 'pending' } },
    headers: expect.anything() as unknown,
  });
  await notifier.deliveries(id, (d) => d[0]?.status === 'succeeded');
  const { body } = await notifier.ask('GET', path);
  expect(body).toMatchObject({ id: over?.id, issue_id: 'issue_1', attempts: { length: 4 } });
  const ids = new Set(there.received.map((r) => r.headers['webhook-id']));
  expect([...ids]).toEqual([over?.id]);
});

test('a test event is sent once by the same code, answered, and kept as a delivery', async () => {
  const there = await receiver(inOrder(status(204), status(500)));
  const { id, secret } = await notifier.addWebhook(there.url, { enabled: false });
  const good = await notifier.ask('POST', `/v1/webhooks/${id}/test`);
  expect(good).toMatchObject({ status: 200, body: { succeeded: true, attempt: { status: 204 } } });
  const [got] = there.received;
  expect(JSON.parse(got?.body ?? '')).toMatchObject({
    event: 'webhook.test',
    issue: { id: 'issue_test', url: 'https://parapet.example/issues/issue_test' },
  });
  const headers = got?.headers as Record<string, string>;
  expect(() => new StandardWebhook(secret).verify(got?.body ?? '', headers)).not.toThrow();
  const bad = await notifier.ask('POST', `/v1/webhooks/${id}/test`);
  expect(bad.body).toMatchObject({ succeeded: false, attempt: { status: 500, error: 'status' } });
  const kept = await notifier.deliveries(id, (d) => d.length === 2);
  expect(new Set(kept.map((d) => d.status))).toEqual(new Set(['given_up', 'succeeded']));
  expect(there.received).toHaveLength(2);
});

test('a test that is delivered again is sent once more, whatever comes of it: it is not tried again, and a 410 disables nothing', async () => {
  const there = await receiver(inOrder(status(204), status(500), status(410)));
  const { id } = await notifier.addWebhook(there.url);
  const { body: test } = await notifier.ask('POST', `/v1/webhooks/${id}/test`);
  const path = `/v1/deliveries/${String(test['id'])}`;
  for (const [failed, reason] of [
    [500, 'every attempt failed'],
    [410, 'the receiver is gone (410)'],
  ]) {
    await notifier.ask('POST', `${path}/redeliver`);
    await notifier.becomes(path, (d) => d['given_up_reason'] === reason);
    expect((await notifier.ask('GET', path)).body).toMatchObject({
      attempts: expect.arrayContaining([expect.objectContaining({ status: failed })]) as unknown,
    });
  }
  expect(there.received).toHaveLength(3);
  const { body: webhook } = await notifier.ask('GET', `/v1/webhooks/${id}`);
  expect(webhook).toMatchObject({ enabled: true, disabled_reason: null });
});

test('rule 16: after disable or delete no attempt starts, and what waits is given up', async () => {
  const there = await receiver(status(500));
  const off = await notifier.addWebhook(there.url);
  const gone = await notifier.addWebhook(there.url);
  await raise('issue_1');
  await notifier.deliveries(off.id, (d) => d[0]?.attempts.length === 1);
  await notifier.deliveries(gone.id, (d) => d[0]?.attempts.length === 1);
  const [left] = await notifier.deliveries(gone.id, () => true);
  await notifier.ask('PATCH', `/v1/webhooks/${off.id}`, { enabled: false });
  await notifier.ask('DELETE', `/v1/webhooks/${gone.id}`);
  notifier.clock.advance(6_000);
  const [given] = await notifier.deliveries(off.id, (d) => d[0]?.status === 'given_up');
  expect(given?.attempts).toHaveLength(1);
  await notifier.becomes(`/v1/deliveries/${left?.id}`, (d) => d['status'] === 'given_up');
  expect(there.received).toHaveLength(2);
  const again = await notifier.ask('POST', `/v1/deliveries/${given?.id}/redeliver`);
  expect(again).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
});

test('rule 15: a webhook is told of nothing that happened before it was made, or while it was disabled', async () => {
  const there = await receiver();
  await raise('issue_before');
  const { id } = await notifier.addWebhook(there.url);
  await notifier.ask('PATCH', `/v1/webhooks/${id}`, { enabled: false });
  await raise('issue_meanwhile');
  await notifier.ask('PATCH', `/v1/webhooks/${id}`, { enabled: true });
  await raise('issue_after');
  const all = await notifier.deliveries(id, (d) => d[0]?.status === 'succeeded');
  expect(all).toHaveLength(1);
  expect(JSON.parse(there.received[0]?.body ?? '')).toMatchObject({ issue: { id: 'issue_after' } });
});

test('rule 4: an issue right behind a new webhook is never lost', async () => {
  const there = await receiver();
  for (let i = 1; i <= 20; i += 1) {
    await notifier.addWebhook(there.url);
    await raise(`issue_${i}`);
  }
  const told = await there.atLeast((20 * 21) / 2);
  expect(new Set(told.map((r) => r.headers['webhook-id'])).size).toBe(210);
});

test('rule 14: one issue told by two facts is delivered once', async () => {
  const there = await receiver();
  const { id } = await notifier.addWebhook(there.url);
  await Promise.all([raise('issue_1'), raise('issue_1'), raise('issue_1')]);
  await notifier.deliveries(id, (d) => d[0]?.status === 'succeeded');
  await raise('issue_2');
  const all = await notifier.deliveries(id, (d) => d.length === 2 && d[0]?.status === 'succeeded');
  expect(all).toHaveLength(2);
  expect(there.received).toHaveLength(2);
});

test('a receiver that hangs slows no other, and at most 8 are in flight to it', async () => {
  let hanging = 0;
  const stuck = await receiver(() => (hanging += 1));
  const quick = await receiver();
  await notifier.addWebhook(stuck.url);
  const { id } = await notifier.addWebhook(quick.url);
  const began = Date.now();
  for (let i = 0; i < 50; i += 1) await raise(`issue_${i}`);
  await notifier.deliveries(id, (d) => d.length === 50 && d.every((x) => x.status === 'succeeded'));
  expect(Date.now() - began).toBeLessThan(10_000);
  // Where the log was slow just now they are fewer at first.
  await stuck.atLeast(8);
  expect(hanging).toBe(8);
});

test('deliveries are paged, and unknown ids are 404', async () => {
  const there = await receiver();
  const { id } = await notifier.addWebhook(there.url);
  for (let i = 0; i < 3; i += 1) await raise(`issue_${i}`);
  await notifier.deliveries(id, (d) => d.length === 3);
  const first = await notifier.ask('GET', `/v1/webhooks/${id}/deliveries?limit=2`);
  expect(first.body).toMatchObject({ data: { length: 2 }, pagination: { has_more: true } });
  const { next_cursor } = first.body['pagination'] as { next_cursor: string };
  const rest = await notifier.ask('GET', `/v1/webhooks/${id}/deliveries?cursor=${next_cursor}`);
  expect(rest.body).toMatchObject({ data: { length: 1 }, pagination: { has_more: false } });
  for (const [method, path] of [
    ['GET', '/v1/webhooks/webhook_x/deliveries'],
    ['POST', '/v1/webhooks/webhook_x/test'],
    ['GET', '/v1/deliveries/delivery_x'],
    ['POST', '/v1/deliveries/delivery_x/redeliver'],
  ] as const)
    expect(await notifier.ask(method, path)).toMatchObject({
      ...{ status: 404, body: { error: { code: 'not_found' } } },
    });
});
