import { Unavailable } from '@parapet/contracts';
import { notifierHouse, type NotifierHouse } from '../testing/notifier-house';
import { issueCreated } from '../testing/issue-facts';
import { openReceiver, type Receiver } from '../testing/receiver';
import { LEASE_MS } from './due-deliveries';

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

const raise = (id: string): Promise<void> => notifier.house.append('issues', id, issueCreated(id));

/** From now on the log takes no results of attempts; the answer gives it back. */
function resultsRefused(): () => void {
  const append = notifier.house.log.append.bind(notifier.house.log);
  const spy = jest.spyOn(notifier.house.log, 'append').mockImplementation((topic, events) => {
    const results = topic === 'deliveries' && events.some((e) => e.meta.type !== 'DeliveryPlanned');
    return results ? Promise.reject(new Unavailable('the log is away')) : append(topic, events);
  });
  return () => spy.mockRestore();
}

test('rule 16: the lease is held until the result is recorded, however long the log is away', async () => {
  const { id } = await notifier.addWebhook(there.url);
  const comeBack = resultsRefused();
  await raise('issue_1');
  await there.atLeast(1);
  notifier.clock.advance(LEASE_MS + 1_000);
  // Told only by a claim that also sees the first one, whose lease is over by the clock.
  await raise('issue_2');
  await there.atLeast(2);
  comeBack();
  await notifier.deliveries(id, (d) => d.length === 2 && d.every((x) => x.status === 'succeeded'));
  expect(there.received.map((r) => JSON.parse(r.body).issue.id)).toEqual(['issue_1', 'issue_2']);
});
