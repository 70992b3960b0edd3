import { isoTime } from '@parapet/contracts';
import { issueCreated } from '../testing/issue-facts';
import { notifierHouse, type NotifierHouse } from '../testing/notifier-house';
import { openReceiver, type Receiver } from '../testing/receiver';

const DAY = 86_400_000;

let notifier: NotifierHouse;
let there: Receiver;
beforeEach(async () => {
  notifier = await notifierHouse();
  there = await openReceiver();
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
