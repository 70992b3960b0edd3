import { processBeside } from '@parapet/chassis/testing';
import { isoTime, Unavailable } from '@parapet/contracts';
import { NotifierModule } from '../notifier.module';
import { notifierHouse, type NotifierHouse } from '../testing/notifier-house';
import { issueCreated } from '../testing/issue-facts';
import { openReceiver, type Receiver } from '../testing/receiver';
import { FreshWebhooks } from '../webhook/fresh-webhooks';
import { DELIVERIES, type StoredDelivery } from './delivery.collection';
import { LEASE_MS } from './delivery-leases';

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

const stored = async (webhookId: string): Promise<StoredDelivery | undefined> => {
  const equal = { webhook_id: webhookId };
  const query = { equal, sort: 'created_at', limit: 1 } as const;
  return (await notifier.house.store.page(DELIVERIES, query))[0];
};

/** From now on the log is away for results of attempts: an append refuses, or lasts until it is back. The answer gives it back. */
function resultsWait(how: 'refused' | 'hanging'): () => void {
  const append = notifier.house.log.append.bind(notifier.house.log);
  const { promise: back, resolve } = Promise.withResolvers<void>();
  const spy = jest.spyOn(notifier.house.log, 'append').mockImplementation((topic, events) => {
    const results = topic === 'deliveries' && events.some((e) => e.meta.type !== 'DeliveryPlanned');
    if (!results) return append(topic, events);
    if (how === 'hanging') return back.then(() => append(topic, events));
    return Promise.reject(new Unavailable('the log is away'));
  });
  return () => {
    spy.mockRestore();
    resolve();
  };
}

test('rule 16: the lease is held until the result is recorded, however long the log is away', async () => {
  const { id } = await notifier.addWebhook(there.url);
  const comeBack = resultsWait('refused');
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

test.each(['refused', 'hanging'] as const)(
  'rule 16: while a result waits for the log no other process sends, however long its append is %s',
  async (how) => {
    const { clock, house } = notifier;
    clock.stop();
    const { id } = await notifier.addWebhook(there.url);
    const other = await processBeside(house, [NotifierModule]);
    const comeBack = resultsWait(how);
    await raise('issue_1');
    await there.atLeast(1);
    for (const _ of [1, 2, 3]) {
      clock.advance(LEASE_MS - 5_000);
      const next = isoTime(clock.now() + LEASE_MS);
      await until(async () => (await stored(id))?.due_at === next);
    }
    comeBack();
    await notifier.deliveries(id, (d) => d.length === 1 && d[0]?.status === 'succeeded');
    await other.close();
    expect(there.received).toHaveLength(1);
  },
);

test('rule 16: while a result waits for the log its lease is kept by the clock as it is, also when that was set back', async () => {
  const { clock } = notifier;
  const { id } = await notifier.addWebhook(there.url);
  clock.stop();
  clock.leap(86_400_000);
  const comeBack = resultsWait('hanging');
  await raise('issue_1');
  await there.atLeast(1);
  clock.leap(-86_400_000);
  const next = isoTime(clock.now() + LEASE_MS);
  await until(async () => (await stored(id))?.due_at === next);
  comeBack();
  await notifier.deliveries(id, (d) => d[0]?.status === 'succeeded');
});

/** Does something right after each claim that took something; answers how many did. */
function whenClaimed(happens: () => void): () => number {
  const { store } = notifier.house;
  let claims = 0;
  const claim = store.claim.bind(store);
  jest.spyOn(store, 'claim').mockImplementation(async (c, query) => {
    const claimed = await claim(c, query);
    if (claimed.length === 0) return claimed;
    claims += 1;
    happens();
    return claimed;
  });
  return () => claims;
}

const until = async (is: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await is())) await new Promise((resolve) => setImmediate(resolve));
};

test('rule 16: whoever stood still until its lease was about to end does not send', async () => {
  const { id } = await notifier.addWebhook(there.url);
  let slept = false;
  const claims = whenClaimed(() => {
    if (!slept) notifier.clock.advance(LEASE_MS - 14_000);
    slept = true;
  });
  await raise('issue_1');
  await until(() => claims() === 1);
  notifier.clock.advance(LEASE_MS);
  await notifier.deliveries(id, (d) => d.length === 1 && d[0]?.status === 'succeeded');
  expect(claims()).toBe(2);
  expect(there.received).toHaveLength(1);
});

test('rule 16: whoever stood still while it heard of the webhook does not send by a lease that is over', async () => {
  const { house, clock } = notifier;
  const { id } = await notifier.addWebhook(there.url);
  const webhooks = house.app.get(FreshWebhooks);
  const enabled = webhooks.enabled.bind(webhooks);
  let stood = false;
  const claims = whenClaimed(() => {
    if (stood) return;
    stood = true;
    jest.spyOn(webhooks, 'enabled').mockImplementationOnce(async (of) => {
      clock.advance(LEASE_MS);
      return enabled(of);
    });
  });
  await raise('issue_1');
  await notifier.deliveries(id, (d) => d.length === 1 && d[0]?.status === 'succeeded');
  expect(claims()).toBe(2);
  expect(there.received).toHaveLength(1);
});

test('rule 16: what a lapsed lease left in the log is projected before the delivery is sent again', async () => {
  const { id } = await notifier.addWebhook(there.url);
  const { store, log } = notifier.house;
  const claims = whenClaimed(() => undefined);
  const write = store.write.bind(store);
  const still = jest.spyOn(store, 'write').mockImplementation((c, changes) => {
    const result = changes.some(({ set }) => set && 'status' in set && set.status === 'succeeded');
    return c.name === DELIVERIES.name && result
      ? Promise.reject(new Unavailable('the documents are away'))
      : write(c, changes);
  });
  await raise('issue_1');
  await there.atLeast(1);
  // The attempt is over: its result is in the log.
  const facts = async () => (await log.ends('deliveries')).reduce((a, b) => a + b);
  while ((await facts()) < 2) await new Promise((resolve) => setImmediate(resolve));
  notifier.clock.advance(LEASE_MS + 1_000);
  await until(() => claims() === 2);
  still.mockRestore();
  await notifier.deliveries(id, (d) => d.length === 1 && d[0]?.status === 'succeeded');
  await notifier.close();
  expect(there.received).toHaveLength(1);
});
