import type { ServerResponse } from 'node:http';
import { Projections } from '@parapet/chassis';
import { notifierHouse, type NotifierHouse } from '../testing/notifier-house';
import { deliveryPlanned } from '../testing/delivery-facts';
import { openReceiver, type Receiver } from '../testing/receiver';
import { AbandonDeliveries } from './abandon-deliveries';
import { DELIVERIES } from './delivery.collection';
import { DueDeliveries } from './due-deliveries';

const IN_FLIGHT = 8;
/** A process that has just begun does not know yet how prompt the log is. */
const AT_FIRST = 4;
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

/** Plans deliveries named `<name>-0`, `<name>-1`, …, each due a millisecond after the one before. */
async function plan(webhook: string, name: string, count: number, dueAt: number): Promise<void> {
  const facts = Array.from({ length: count }, (_, n) =>
    deliveryPlanned(webhook, `${name}-${n}`, dueAt + n),
  );
  const { house } = notifier;
  await Promise.all(facts.map((fact) => house.append('deliveries', webhook, fact)));
}

const arrived = (): readonly string[] => there.received.map((r) => r.body);

test('a long queue of one webhook keeps no other from its turn, though all of it is older', async () => {
  const held: ServerResponse[] = [];
  const busy = await openReceiver((response) => held.push(response));
  const due = notifier.clock.now() + DAY;
  const long = await notifier.addWebhook(busy.url);
  await plan(long.id, 'long', 200, due);
  for (let i = 0; i < 70; i += 1) {
    const { id } = await notifier.addWebhook(busy.url);
    await plan(id, `short${i}`, 2, due + 1_000);
  }
  await notifier.house.settled();
  notifier.clock.advance(DAY + 2_000);
  const came = (await busy.atLeast(AT_FIRST + 70 * 2)).map((r) => r.body);
  expect(came.filter((body) => body.startsWith('long'))).toHaveLength(AT_FIRST);
  expect(new Set(came).size).toBe(AT_FIRST + 70 * 2);
  for (const response of held) response.end();
  await busy.close();
});

/** Webhooks of a receiver that hangs, with as much due as they have places; resolves when it has all that they may have in all. */
async function hang(receiver: Receiver): Promise<void> {
  const due = notifier.clock.now() + DAY;
  for (let i = 0; i < 130; i += 1) {
    const { id } = await notifier.addWebhook(receiver.url);
    await plan(id, `hangs${i}`, IN_FLIGHT, due);
  }
  await notifier.house.settled();
  notifier.clock.advance(DAY + 1_000);
  await receiver.atLeast(448);
}

/** A webhook whose receiver answered before. */
async function known(name: string): Promise<string> {
  const { id } = await notifier.addWebhook(there.url);
  await plan(id, name, 1, notifier.clock.now());
  return id;
}

test('receivers that hang, however many there are, leave places for one that answers', async () => {
  const held: ServerResponse[] = [];
  const hanging = await openReceiver((response) => held.push(response));
  const well = await known('known');
  await there.atLeast(1);
  await hang(hanging);
  await plan(well, 'then', 20, notifier.clock.now());
  await there.atLeast(21);
  expect(hanging.received).toHaveLength(448);
  for (const response of held) response.end();
  await hanging.close();
});

test('webhooks that have nothing due let none wait for another look, though few places are left', async () => {
  const held: ServerResponse[] = [];
  const hanging = await openReceiver((response) => held.push(response));
  const ids: string[] = [];
  for (let i = 0; i < 200; i += 1) ids.push(await known(`known${i}`));
  await there.atLeast(200);
  await hang(hanging);
  const looks = jest.spyOn(notifier.house.app.get(DueDeliveries), 'webhooksWithDue');
  await plan(ids[150] ?? '', 'then', 1, notifier.clock.now());
  await there.atLeast(201);
  expect(looks.mock.calls.length).toBeLessThan(3);
  for (const response of held) response.end();
  await hanging.close();
});

test('of one webhook the delivery that is due longest is sent first', async () => {
  const due = notifier.clock.now() + DAY;
  const { id } = await notifier.addWebhook(there.url);
  await plan(id, 'younger', 50, due + 1_000);
  await plan(id, 'older', 50, due);
  await notifier.house.settled();
  notifier.clock.advance(DAY + 2_000);
  await there.atLeast(100);
  const expected = ['older', 'younger'].flatMap((name) =>
    Array.from({ length: 50 }, (_, n) => `${name}-${n}`),
  );
  const astray = arrived().filter((body, i) => Math.abs(expected.indexOf(body) - i) > IN_FLIGHT);
  expect(astray).toEqual([]);
});

/** Keeps waiting who passes until it is released; `reached` resolves when the first one waits. */
function gate() {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const pass = (): Promise<void> => {
    reached.resolve();
    return released.promise;
  };
  return { reached: reached.promise, pass, release: released.resolve };
}

/** Lets nothing be given up until it is released. */
function heldBack(): ReturnType<typeof gate> {
  const { log } = notifier.house;
  const append = log.append.bind(log);
  const held = gate();
  jest.spyOn(log, 'append').mockImplementation(async (topic, events) => {
    if (events.some((e) => e.meta.type === 'DeliveryGivenUp')) await held.pass();
    return append(topic, events);
  });
  return held;
}

test('the queue of a webhook that was disabled is given up without holding up another', async () => {
  const off = await notifier.addWebhook(there.url, { enabled: false });
  const on = await notifier.addWebhook(there.url);
  const givingUp = heldBack();
  await plan(off.id, 'off', 1, notifier.clock.now());
  await givingUp.reached;
  await plan(on.id, 'on', 20, notifier.clock.now());
  await there.atLeast(20);
  givingUp.release();
  await notifier.deliveries(off.id, (d) => d.length === 1 && d[0]?.status === 'given_up');
  expect(arrived().filter((body) => body.startsWith('off'))).toEqual([]);
});

test('what is planned late for a webhook that is disabled is given up, also behind the long queue of another', async () => {
  const held: ServerResponse[] = [];
  const busy = await openReceiver((response) => held.push(response));
  const long = await notifier.addWebhook(busy.url);
  await plan(long.id, 'long', 200, notifier.clock.now());
  await busy.atLeast(AT_FIRST);
  const off = await notifier.addWebhook(there.url, { enabled: false });
  await plan(off.id, 'off', 1, notifier.clock.now() + 1_000);
  await notifier.deliveries(off.id, (d) => d[0]?.status === 'given_up');
  for (const response of held) response.end();
  await busy.close();
});

test('all that waits for a webhook that was disabled is given up, also where the documents are far behind', async () => {
  const { id } = await notifier.addWebhook(there.url);
  await plan(id, 'later', 150, notifier.clock.now() + DAY);
  await notifier.house.settled();
  const projections = notifier.house.app.get(Projections);
  const progress = projections.of('notifier.deliveries', 'deliveries');
  const late = jest.spyOn(progress, 'reached').mockResolvedValueOnce(false);
  await notifier.ask('PATCH', `/v1/webhooks/${id}`, { enabled: false });
  await notifier.becomes(
    `/v1/webhooks/${id}/deliveries?status=pending`,
    ({ data }) => Array.isArray(data) && data.length === 0,
  );
  expect(late.mock.calls.length).toBeGreaterThan(2);
});

/** The documents of what waits for a webhook that is disabled are read only when they are released. */
function readsLate(): ReturnType<typeof gate> {
  const { store } = notifier.house;
  const page = store.page.bind(store);
  const held = gate();
  jest.spyOn(store, 'page').mockImplementation(async (c, query) => {
    if (c.name === DELIVERIES.name && query.limit === 100) await held.pass();
    return page(c, query);
  });
  return held;
}

test('what is planned after a webhook was enabled again is not given up, however late is read what waited before', async () => {
  const { id } = await notifier.addWebhook(there.url, { enabled: false });
  const givingUp = readsLate();
  const now = notifier.clock.now();
  await plan(id, 'before', 1, now);
  await givingUp.reached;
  await notifier.ask('PATCH', `/v1/webhooks/${id}`, { enabled: true });
  await plan(id, 'after', 1, now + 3_600_000);
  await notifier.deliveries(id, (d) => d.length === 2);
  givingUp.release();
  await there.atLeast(1);
  await notifier.house.app.get(AbandonDeliveries).finish();
  const ended = await notifier.deliveries(id, (d) => d.some(({ status }) => status !== 'pending'));
  const statuses = ended.map(({ status }) => status);
  expect(statuses.sort()).toEqual(['pending', 'succeeded']);
});
