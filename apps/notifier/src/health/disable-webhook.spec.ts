import { issueCreated } from '../testing/issue-facts';
import { LOOPBACK, notifierHouse, type NotifierHouse } from '../testing/notifier-house';
import { type Answer, ok, openReceiver, type Receiver, status } from '../testing/receiver';

const DAY = 86_400_000;
/** An attempt a day; the wait before each is up to 10 % longer. */
const DAILY = [0, ...Array.from({ length: 20 }, () => DAY)];

let notifier: NotifierHouse;
let there: Receiver;
let answer: Answer;
async function open(afterMs: number | null = 5 * DAY): Promise<string> {
  const settings = { webhookScheduleMs: DAILY, webhookDisableAfterMs: afterMs };
  notifier = await notifierHouse({ ...LOOPBACK, ...settings });
  there = await openReceiver((...args) => answer(...args));
  return (await notifier.addWebhook(there.url)).id;
}
afterEach(async () => {
  await notifier.close();
  await there.close();
});

const raise = (id: string): Promise<void> => notifier.house.append('issues', id, issueCreated(id));
/** Lets the first delivery be tried until so many attempts are recorded, one each day and a tenth. */
async function tried(id: string, times: number, begin = 1): Promise<void> {
  for (let n = begin; ; n += 1) {
    await notifier.deliveries(id, (d) => d.at(-1)?.attempts.length === n);
    if (n === times) return;
    notifier.clock.advance(1.1 * DAY);
  }
}
const webhook = async (id: string) => (await notifier.ask('GET', `/v1/webhooks/${id}`)).body;

test('a webhook is disabled after five days of nothing but failures, says why, and begins anew when it is enabled', async () => {
  answer = status(500);
  const id = await open();
  await raise('issue_1');
  await tried(id, 5);
  expect(await webhook(id)).toMatchObject({
    ...{ enabled: true, disabled_reason: null },
    delivery_health: { pending: 1, failures: 5, last_error: 'the receiver answered 500' },
  });
  notifier.clock.advance(1.1 * DAY);
  const [over] = await notifier.deliveries(id, (d) => d[0]?.status === 'given_up');
  expect(over?.attempts).toHaveLength(6);
  const reason =
    /^every attempt since .+Z failed, 6 in a row; the last one: the receiver answered 500$/;
  expect(await webhook(id)).toMatchObject({
    ...{ enabled: false, disabled_reason: expect.stringMatching(reason) as string },
    delivery_health: { pending: 0, failures: 6 },
  });
  const { body } = await notifier.ask('PATCH', `/v1/webhooks/${id}`, { enabled: true });
  expect(body).toMatchObject({ delivery_health: { failing_since: null, failures: 0 } });
  await raise('issue_2');
  await notifier.deliveries(id, (d) => d[0]?.attempts.length === 1);
  expect(await webhook(id)).toMatchObject({ enabled: true, delivery_health: { failures: 1 } });
});

test('one success among the failures keeps it enabled', async () => {
  answer = status(500);
  const id = await open();
  await raise('issue_1');
  await tried(id, 4);
  answer = ok;
  await raise('issue_2');
  await notifier.deliveries(id, (d) => d[0]?.status === 'succeeded');
  answer = status(500);
  notifier.clock.advance(1.1 * DAY);
  await tried(id, 6, 5);
  expect(await webhook(id)).toMatchObject({ enabled: true, delivery_health: { failures: 2 } });
});

test('the attempt that would be the last failure keeps it enabled when it succeeds', async () => {
  answer = status(500);
  const id = await open();
  await raise('issue_1');
  await tried(id, 5);
  answer = ok;
  notifier.clock.advance(1.1 * DAY);
  await notifier.deliveries(id, (d) => d[0]?.status === 'succeeded');
  expect(await webhook(id)).toMatchObject({ enabled: true, delivery_health: { failures: 0 } });
});

test('a clock that leaps ahead by a month disables none; once it has stayed there, time counts by it, but not the leap', async () => {
  answer = status(500);
  const id = await open();
  await raise('issue_1');
  await tried(id, 4);
  notifier.clock.leap(30 * DAY);
  const [delivery] = await notifier.deliveries(id, (d) => d[0]?.attempts.length === 5);
  expect(delivery?.status).toBe('pending');
  expect(await webhook(id)).toMatchObject({ enabled: true, delivery_health: { failures: 5 } });
  await tried(id, 6, 5);
  expect(await webhook(id)).toMatchObject({ enabled: true, delivery_health: { failures: 6 } });
  notifier.clock.advance(1.1 * DAY);
  await notifier.deliveries(id, (d) => d[0]?.status === 'given_up');
  expect(await webhook(id)).toMatchObject({ enabled: false });
});

test('with WEBHOOK_DISABLE_AFTER=off failures never disable it', async () => {
  answer = status(500);
  const id = await open(null);
  await raise('issue_1');
  await tried(id, 6);
  expect(await webhook(id)).toMatchObject({ enabled: true, delivery_health: { failures: 6 } });
});
