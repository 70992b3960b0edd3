import { isoTime } from '@parapet/contracts';
import { issueCreated, issueRecurred, issueResolved } from '../testing/issue-facts';
import { notifierHouse, type NotifierHouse } from '../testing/notifier-house';
import { openReceiver, type Receiver } from '../testing/receiver';

let notifier: NotifierHouse;
let there: Receiver;
beforeAll(async () => {
  notifier = await notifierHouse();
  there = await openReceiver();
});
afterAll(async () => {
  await notifier.close();
  await there.close();
});

test('a webhook is told of the issues that pass its filter as they are then, as created when they first do', async () => {
  const filters = {
    all: {},
    severe: { min_severity: 'critical' },
    blocked: { verdicts: ['blocked'] },
  };
  const ids = new Map<string, string>();
  const events = ['issue.created', 'issue.resolved'];
  for (const [name, filter] of Object.entries(filters))
    ids.set(name, (await notifier.addWebhook(there.url, { events, filter })).id);
  const created = issueCreated('issue_2');
  const now = isoTime(Date.now());
  const worse = issueRecurred('issue_2', now);
  const last = { ...worse.data, severity: 'critical', verdict: 'blocked' } as const;
  await notifier.house.append('issues', 'issue_2', created);
  await notifier.house.append('issues', 'issue_2', { ...worse, data: last });
  await notifier.house.append('issues', 'issue_2', issueResolved('issue_2', 2, now));
  const told = async (name: string, count: number) =>
    (await notifier.deliveries(ids.get(name) ?? '', (d) => d.length === count)).map((d) => d.event);
  expect((await told('all', 2)).sort()).toEqual(events);
  expect((await told('severe', 2)).sort()).toEqual(events);
  expect((await told('blocked', 2)).sort()).toEqual(events);
});
