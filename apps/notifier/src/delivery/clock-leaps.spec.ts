import { isoTime } from '@parapet/contracts';
import { issueCreated } from '../testing/issue-facts';
import { notifierHouse, type NotifierHouse } from '../testing/notifier-house';
import { type Answer, ok, openReceiver, type Receiver, status } from '../testing/receiver';

const DAY = 86_400_000;
const HALF_AN_HOUR = 1_800_000;

let notifier: NotifierHouse;
let there: Receiver;
let answer: Answer;
beforeEach(async () => {
  notifier = await notifierHouse();
  answer = ok;
  there = await openReceiver((...args) => answer(...args));
});
afterEach(async () => {
  await notifier.close();
  await there.close();
});

test('rule 15: an issue that is planned while the clock is months ahead for a moment is told', async () => {
  const { house, clock } = notifier;
  await notifier.addWebhook(there.url);
  const issue = issueCreated('issue_1', isoTime(clock.now()));
  clock.leap(91 * DAY);
  await house.append('issues', 'issue_1', issue);
  await house.settled();
  clock.leap(-91 * DAY);
  const [told] = await there.atLeast(1);
  expect(JSON.parse(told?.body ?? '')).toMatchObject({ issue: { id: 'issue_1' } });
});

test('rule 15: a planner that has just begun tells nothing that is months older than what is in the log', async () => {
  const { house, clock } = notifier;
  const { id } = await notifier.addWebhook(there.url);
  await house.append('issues', 'issue_1', issueCreated('issue_1', isoTime(clock.now())));
  await there.atLeast(1);
  await house.append('issues', 'issue_0', issueCreated('issue_0', isoTime(clock.now() - 91 * DAY)));
  await house.settled();
  expect(await notifier.deliveries(id, () => true)).toHaveLength(1);
});

/** An issue is raised, and its receiver fails once. */
async function failOnce(): Promise<string> {
  answer = status(503);
  const { id } = await notifier.addWebhook(there.url);
  await notifier.house.append('issues', 'issue_1', issueCreated('issue_1'));
  const [delivery] = await notifier.deliveries(id, (d) => d[0]?.attempts.length === 1);
  answer = ok;
  return delivery?.id ?? '';
}

test('a retry that was put off by a clock a year ahead is made when that has been set right', async () => {
  const { clock } = notifier;
  clock.leap(365 * DAY);
  const delivery = await failOnce();
  clock.leap(-365 * DAY);
  clock.advance(HALF_AN_HOUR);
  await notifier.delivery(delivery, ({ status }) => status === 'succeeded');
  expect(there.received).toHaveLength(2);
});

test('what was asked for again by a clock weeks ahead moves on in its schedule when that has been set right', async () => {
  const { clock, ask } = notifier;
  const delivery = await failOnce();
  answer = status(503);
  clock.leap(30 * DAY);
  expect((await ask('POST', `/v1/deliveries/${delivery}/redeliver`)).status).toBe(202);
  await notifier.delivery(delivery, ({ attempts }) => attempts.length === 2);
  clock.leap(-30 * DAY);
  clock.advance(HALF_AN_HOUR);
  const { next_attempt_at } = await notifier.delivery(
    delivery,
    ({ attempts }) => attempts.length === 3,
  );
  expect(Date.parse(next_attempt_at ?? '') - clock.now()).toBeLessThan(DAY);
});
