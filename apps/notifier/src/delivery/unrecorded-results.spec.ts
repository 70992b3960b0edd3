import { Metrics, Projections, systemClock } from '@parapet/chassis';
import { envelope, eventId, isoTime, Unavailable } from '@parapet/contracts';
import { type EventLog, openEmbeddedEventLog } from '@parapet/eventlog';
import { openEmbeddedReadModel, type ReadModel } from '@parapet/readmodel';
import type { Breakers } from '../health/breakers';
import { DeliveryMetrics } from '../health/delivery-metrics';
import type { Paces } from '../health/paces';
import type { StoredDelivery } from './delivery.collection';
import { DeliveryFacts } from './delivery-facts';
import { Places } from './places';
import type { DeliveryResult } from './settle-attempt';
import { UnrecordedResults } from './unrecorded-results';

const ID = 'webhook_1';
/** So many of a webhook may be in flight or unrecorded. */
const ROOM = 64;
const ROOM_IF_SLOW = 4;

let log: EventLog;
let store: ReadModel;
let results: UnrecordedResults;
/** Deliveries whose results are over, in order. */
let over: string[];
beforeEach(async () => {
  log = await openEmbeddedEventLog({ path: ':memory:' });
  store = await openEmbeddedReadModel({ path: ':memory:' });
  const metrics = new DeliveryMetrics(new Metrics(), systemClock);
  results = new UnrecordedResults(new DeliveryFacts(log, new Projections(store), metrics), metrics);
  over = [];
});
afterEach(() => Promise.all([log.close(), store.close()]));

const delivery = (id: string, webhook_id: string): StoredDelivery => ({
  ...{ id, webhook_id, issue_id: 'issue_1', event: 'issue.created', body: '{}' },
  ...{ status: 'pending', created_at: isoTime(0), next_at: isoTime(0) },
  ...{ attempts: [], tries: 0, applied: 0 },
});
const result = (delivery_id: string, webhook_id: string, response: string): DeliveryResult => ({
  ...envelope('DeliverySucceeded', {
    ...{ id: eventId(), time: isoTime(0), actor: 'notifier', cause: null },
  }),
  data: {
    ...{ delivery_id, webhook_id },
    attempt: {
      ...{ number: 1, started_at: isoTime(0), duration_ms: 1, status: 200 },
      ...{ error: null, message: '', response, address: '127.0.0.1' },
    },
  },
});
const add = (id: string, webhookId = ID, response = 'thanks'): void =>
  results.add({
    ...{ delivery: delivery(id, webhookId), result: result(id, webhookId, response) },
    over: () => void over.push(id),
  });
const several = (count: number): string[] =>
  Array.from({ length: count }, (_, nth) => `delivery_${nth}`);
const allOver = async (count: number): Promise<void> => {
  while (over.length < count) await new Promise((resolve) => setTimeout(resolve, 5));
};
/** So many prompt appends that all of the room is given. */
const proveThatTheLogIsPrompt = async (): Promise<void> => {
  const now = jest.spyOn(performance, 'now').mockReturnValue(1_000);
  for (let nth = ROOM_IF_SLOW; nth < ROOM; nth += 1) {
    add(`prompt_${nth}`, 'webhook_prompt');
    await allOver(nth - ROOM_IF_SLOW + 1);
  }
  over = [];
  now.mockRestore();
};
const recorded = async (): Promise<number> =>
  (await log.ends('deliveries')).reduce((a, b) => a + b);
/** How many facts each append held. */
const sizes = (appends: jest.SpiedFunction<EventLog['append']>): number[] =>
  appends.mock.calls.map(([, facts]) => facts.length);
const away = (): jest.SpiedFunction<EventLog['append']> =>
  jest.spyOn(log, 'append').mockRejectedValue(new Unavailable('the log is away'));

test('results of a webhook that come together, or while others are written, share an append', async () => {
  const appends = jest.spyOn(log, 'append');
  for (const id of several(3)) add(id);
  await new Promise((resolve) => setImmediate(resolve));
  add('later_1');
  add('later_2');
  add('other', 'webhook_2');
  await allOver(6);
  expect(sizes(appends).sort()).toEqual([1, 2, 3]);
  expect(over.filter((id) => id !== 'other')).toEqual([...several(3), 'later_1', 'later_2']);
});

test('rule 16: while the log is away no more are sent than there is room for, and none is lost', async () => {
  await proveThatTheLogIsPrompt();
  const before = await recorded();
  const now = jest.spyOn(performance, 'now').mockReturnValue(1_000);
  const appends = away();
  for (const id of several(ROOM - 1)) add(id);
  expect(results.room(ID)).toBe(1);
  expect(results.room('webhook_2')).toBe(ROOM);
  add('last');
  expect(results.room(ID)).toBe(0);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(over).toEqual([]);
  appends.mockRestore();
  await allOver(ROOM);
  expect(results.room(ID)).toBe(ROOM);
  now.mockRestore();
  expect((await recorded()) - before).toBe(ROOM);
});

test.each([
  { ms: 9, own: ROOM - 1, others: ROOM },
  { ms: 10, own: ROOM_IF_SLOW - 1, others: ROOM_IF_SLOW },
  { ms: 499, own: ROOM_IF_SLOW - 1, others: ROOM_IF_SLOW },
  { ms: 500, own: 0, others: ROOM_IF_SLOW },
])(
  'rule 16: while an append is not made after $ms ms there is room for $own more of its webhook, and for $others of each other',
  async ({ ms, own, others }) => {
    await proveThatTheLogIsPrompt();
    const now = jest.spyOn(performance, 'now').mockReturnValue(1_000);
    const appends = away();
    add('delivery_1');
    await new Promise((resolve) => setImmediate(resolve));
    now.mockReturnValue(1_000 + ms);
    expect([results.room(ID), results.room('webhook_2')]).toEqual([own, others]);
    appends.mockRestore();
    now.mockRestore();
    await allOver(1);
  },
);

test('rule 16: few are sent until the log is known to be prompt, with each prompt append one more, and few again after a slow one', async () => {
  const now = jest.spyOn(performance, 'now').mockReturnValue(1_000);
  const appended = jest.spyOn(log, 'append');
  const roomAfterOneOf = async (ms: number): Promise<number> => {
    appended.mockImplementationOnce(async () => {
      now.mockReturnValue(performance.now() + ms);
      return [];
    });
    const count = over.length + 1;
    add(`delivery_${count}`);
    await allOver(count);
    return results.room(ID);
  };
  expect(results.room(ID)).toBe(ROOM_IF_SLOW);
  expect(await roomAfterOneOf(9)).toBe(ROOM_IF_SLOW + 1);
  expect(await roomAfterOneOf(9)).toBe(ROOM_IF_SLOW + 2);
  expect(await roomAfterOneOf(10)).toBe(ROOM_IF_SLOW);
  expect(await roomAfterOneOf(9)).toBe(ROOM_IF_SLOW + 1);
  now.mockRestore();
});

test('rule 16: of all webhooks together 512 are in flight or unrecorded, however many there are', () => {
  away();
  const breakers = { places: () => Infinity } as unknown as Breakers;
  const paces = { of: () => 'prompt' } as unknown as Paces;
  const places = new Places(breakers, paces, results);
  const take = (name: string): number => {
    const ids = Array.from({ length: 300 }, (_, nth) => `webhook_${name}_${nth}`);
    return ids.reduce((sum, id) => sum + places.take(id), 0);
  };
  for (let nth = 0; nth < 300; nth += 1) add(`delivery_${nth}`, `webhook_${nth % 16}`);
  expect(take('some')).toBe(212);
  places.give('webhook_some_0', 1);
  add('delivery_last', 'webhook_some_0');
  expect(take('others')).toBe(0);
  expect(places.areFull('webhook_new')).toBe(true);
  results.cut();
});

test('what was cut while the log is away is over, and is not recorded', async () => {
  const appends = away();
  add('delivery_1');
  results.cut();
  await allOver(1);
  appends.mockRestore();
  expect((await log.ends('deliveries')).reduce((a, b) => a + b)).toBe(0);
});

test('long responses do not make an append longer than the log takes', async () => {
  const appends = jest.spyOn(log, 'append');
  for (const id of several(20)) add(id, ID, 'x'.repeat(16_384));
  await allOver(20);
  expect(sizes(appends)).toEqual([8, 8, 4]);
});
