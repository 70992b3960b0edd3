import { issueCreated } from '../testing/issue-facts';
import { LOOPBACK, notifierHouse, type NotifierHouse } from '../testing/notifier-house';
import { type Answer, ok, openReceiver, type Receiver, status } from '../testing/receiver';
import { LONGEST_PAUSE_MS, OPENS_AFTER } from './breaker';
import { Breakers } from './breakers';

let notifier: NotifierHouse;
let there: Receiver;
let answer: Answer;
beforeEach(async () => {
  notifier = await notifierHouse({ ...LOOPBACK, webhookScheduleMs: [0, 60_000] });
  there = await openReceiver((...args) => answer(...args));
});
afterEach(async () => {
  await notifier.close();
  await there.close();
});

/** So many issues; each is to be told. */
async function raise(count: number): Promise<void> {
  for (let i = 0; i < count; i += 1)
    await notifier.house.append('issues', `issue_${i}`, issueCreated(`issue_${i}`));
}
/** Resolves when so many attempts are recorded. */
const attempts = (id: string, atLeast: number) =>
  notifier.deliveries(id, (d) => d.flatMap((x) => x.attempts).length >= atLeast);

test('a receiver that is down is left alone and keeps no other waiting: what is due for it stays so', async () => {
  answer = status(503);
  const well = await openReceiver();
  const down = await notifier.addWebhook(there.url);
  const { id } = await notifier.addWebhook(well.url);
  await raise(40);
  await notifier.deliveries(id, (d) => d.length === 40 && d.every((x) => x.status === 'succeeded'));
  await well.close();
  const waiting = await notifier.deliveries(down.id, (d) => d.length === 40);
  expect(waiting.every((d) => d.status === 'pending')).toBe(true);
  // As it opened eight were under way, and a probe may have been due since.
  expect(there.received.length).toBeLessThan(OPENS_AFTER + 15);
});

test('one probe finds it back, and then all that waited is told, each once', async () => {
  answer = status(503);
  const { id } = await notifier.addWebhook(there.url);
  await raise(40);
  await attempts(id, OPENS_AFTER);
  answer = ok;
  notifier.clock.advance(120_000);
  await notifier.deliveries(id, (d) => d.length === 40 && d.every((x) => x.status === 'succeeded'));
  const taken = there.received.slice(-40).map((r) => r.headers['webhook-id']);
  expect(new Set(taken).size).toBe(40);
});

test('a test is made at once, and one that succeeds ends the waiting', async () => {
  answer = status(503);
  const { id } = await notifier.addWebhook(there.url);
  await raise(40);
  for (let made = OPENS_AFTER; made < OPENS_AFTER + 7; made += 1) {
    await attempts(id, made);
    notifier.clock.advance(LONGEST_PAUSE_MS + 1_000);
  }
  await attempts(id, OPENS_AFTER + 7);
  answer = ok;
  const { body } = await notifier.ask('POST', `/v1/webhooks/${id}/test`);
  expect(body).toMatchObject({ succeeded: true });
  // The next probe would be a minute away.
  await notifier.deliveries(id, (d) => d.every((x) => x.attempts.length > 0));
});

test('what could not be sent, for its key is gone, ends no waiting: it found nobody up', async () => {
  answer = status(503);
  const alerts = { format: 'pagerduty', headers: { 'X-Routing-Key': 'key' } };
  const { id } = await notifier.addWebhook(there.url, alerts);
  const isDown = (): boolean => notifier.house.app.get(Breakers).isDown(id);
  await notifier.ask('POST', `/v1/webhooks/${id}/test`);
  await notifier.ask('PATCH', `/v1/webhooks/${id}`, { format: 'parapet', headers: {} });
  for (let i = 0; i < OPENS_AFTER; i += 1) await notifier.ask('POST', `/v1/webhooks/${id}/test`);
  expect(isDown()).toBe(true);
  const [old] = (await notifier.deliveries(id, (d) => d.length > OPENS_AFTER)).toReversed();
  await notifier.ask('POST', `/v1/deliveries/${old?.id}/redeliver`);
  notifier.clock.advance(LONGEST_PAUSE_MS + 1_000);
  await notifier.deliveries(id, (d) => d.some((x) => x.attempts.at(-1)?.error === 'secret'));
  expect(isDown()).toBe(true);
});

test('led elsewhere or enabled again, a webhook is asked at once', async () => {
  answer = status(503);
  const { id } = await notifier.addWebhook(there.url);
  const isDown = (): boolean => notifier.house.app.get(Breakers).isDown(id);
  const change = (body: object) => notifier.ask('PATCH', `/v1/webhooks/${id}`, body);
  const failOften = async (): Promise<void> => {
    for (let i = 0; i < OPENS_AFTER; i += 1) await notifier.ask('POST', `/v1/webhooks/${id}/test`);
  };
  await failOften();
  expect(isDown()).toBe(true);
  await change({ url: `${there.url}/elsewhere` });
  expect(isDown()).toBe(false);
  await change({ enabled: false });
  await failOften();
  expect(isDown()).toBe(true);
  await change({ enabled: true });
  expect(isDown()).toBe(false);
});

test('a receiver that is asked too much is left alone for as long as it asks, and what waits loses no attempt', async () => {
  const AT_ONCE = 8;
  let most = 3;
  answer = (...args) => (args[1] <= most ? ok : status(429, { 'Retry-After': '20' }))(...args);
  const { id } = await notifier.addWebhook(there.url);
  const well = await openReceiver();
  const other = await notifier.addWebhook(well.url);
  await raise(40);
  await notifier.deliveries(
    other.id,
    (d) => d.filter((x) => x.status === 'succeeded').length === 40,
  );
  await well.close();
  // In the place of each that was taken another may have begun before it asked to be left alone.
  expect(there.received.length).toBeLessThanOrEqual(most + AT_ONCE);
  const waiting = await attempts(id, there.received.length);
  expect(waiting.filter((d) => d.attempts.length === 0).length).toBe(40 - there.received.length);
  most = Infinity;
  notifier.clock.advance(20_000);
  const untried = (d: readonly { attempts: readonly object[] }[]) =>
    d.filter((x) => x.attempts.length === 0).length;
  const after = await notifier.deliveries(id, (d) => d.length === 40 && untried(d) === 0);
  expect(after.filter((d) => d.attempts.length > 1)).toEqual([]);
});
