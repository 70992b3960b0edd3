import { processBeside } from '@parapet/chassis/testing';
import { NotifierModule } from '../notifier.module';
import { SendDeliveries } from './send-deliveries';
import { deliveryPlanned } from '../testing/delivery-facts';
import { notifierHouse, type NotifierHouse } from '../testing/notifier-house';
import { openReceiver, type Receiver, status } from '../testing/receiver';

const [HOUR, DAY] = [3_600_000, 86_400_000];

let notifier: NotifierHouse;
let there: Receiver;
let webhook: string;
beforeEach(async () => {
  notifier = await notifierHouse();
  there = await openReceiver(status(503));
  webhook = (await notifier.addWebhook(there.url)).id;
});
afterEach(async () => {
  await notifier.close();
  await there.close();
});

async function plan(): Promise<void> {
  const { house, clock } = notifier;
  const planned = deliveryPlanned(webhook, 'delivery_1', clock.now() + HOUR);
  await house.append('deliveries', webhook, planned);
  await house.settled();
}
async function enable(enabled: boolean): Promise<void> {
  const { status } = await notifier.ask('PATCH', `/v1/webhooks/${webhook}`, { enabled });
  expect(status).toBe(200);
}
async function redeliver(): Promise<void> {
  const { status } = await notifier.ask('POST', '/v1/deliveries/delivery_1/redeliver');
  expect(status).toBe(202);
}

/** The first append that gives something up is made only when it is released. */
function firstIsLate(): { release(): Promise<void> } {
  const { log } = notifier.house;
  const append = log.append.bind(log);
  const [released, made] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isFirst = true;
  jest.spyOn(log, 'append').mockImplementation(async (topic, events) => {
    const isLate = isFirst && events.some(({ meta }) => meta.type === 'DeliveryGivenUp');
    if (!isLate) return append(topic, events);
    isFirst = false;
    await released.promise;
    return append(topic, events).finally(made.resolve);
  });
  return {
    release: () => {
      released.resolve();
      return made.promise;
    },
  };
}

test('a giving up that comes into the log late undoes nothing that a person asked for meanwhile', async () => {
  const other = await processBeside(notifier.house, [NotifierModule]);
  const late = firstIsLate();
  await plan();
  await enable(false);
  await notifier.delivery('delivery_1', (d) => d.status === 'given_up');
  await enable(true);
  await redeliver();
  await notifier.delivery('delivery_1', (d) => d.attempts.length === 1);
  await late.release();
  await notifier.house.settled();
  expect(await notifier.delivery('delivery_1', () => true)).toMatchObject({ status: 'pending' });
  await other.close();
});

test('however many webhooks were deleted, few of them are looked through at a time', async () => {
  const { store, app } = notifier.house;
  const page = store.page.bind(store);
  const [few, all] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let [now, most, looked] = [0, 0, 0];
  jest.spyOn(store, 'page').mockImplementation(async (collection, query) => {
    if (!String(Reflect.get(query.equal, 'webhook_id')).startsWith('deleted_'))
      return page(collection, query);
    now += 1;
    most = Math.max(most, now);
    if (now === 8) few.resolve();
    await few.promise;
    now -= 1;
    if ((looked += 1) === 100) all.resolve();
    return [];
  });
  for (let n = 0; n < 100; n += 1) app.get(SendDeliveries).isOver(`deleted_${n}`);
  await all.promise;
  expect(most).toBe(8);
});

test('what was asked for again by a clock that was ahead is given up with its webhook', async () => {
  await plan();
  notifier.clock.leap(DAY);
  await redeliver();
  notifier.clock.leap(-DAY);
  await enable(false);
  await notifier.delivery('delivery_1', (d) => d.status === 'given_up');
});
