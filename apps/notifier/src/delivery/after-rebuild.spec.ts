import {
  type DeliveryEvent,
  type DeliveryPlanned,
  eventId,
  isoTime,
  type RawRecord,
  toAppend,
} from '@parapet/contracts';
import { testSettings } from '@parapet/chassis/testing';
import { type EventLog, openEmbeddedEventLog } from '@parapet/eventlog';
import { openEmbeddedReadModel, type ReadModel } from '@parapet/readmodel';
import { openReceiver, type Receiver } from '../testing/receiver';
import { testSender, type TestSender } from '../testing/test-sender';
import { webhookCreated } from '../testing/webhook-facts';
import { DELIVERIES } from './delivery.collection';

const COUNT = 30;
const ID = 'webhook_1';
let log: EventLog;
let store: ReadModel;
let there: Receiver;
let one: TestSender;

const meta = <T extends string>(type: T) => ({
  ...{ id: eventId(), type, schema: 1, time: isoTime(Date.now()) },
  ...{ actor: 'notifier', cause: null },
});
const planned = (i: number): DeliveryPlanned => ({
  ...meta('DeliveryPlanned'),
  data: {
    ...{ delivery_id: `delivery_${i}`, webhook_id: ID, issue_id: `issue_${i}` },
    ...{ event: 'issue.created', body: '{}', next_at: isoTime(Date.now()) },
  },
});
const succeeded = (i: number): DeliveryEvent => ({
  ...meta('DeliverySucceeded'),
  data: {
    ...{ delivery_id: `delivery_${i}`, webhook_id: ID },
    attempt: {
      ...{ number: 1, started_at: '', duration_ms: 1, status: 200, error: null, message: '' },
      ...{ response: '', address: null },
    },
  },
});

const append = (events: readonly DeliveryEvent[]) =>
  log.append(
    'deliveries',
    events.map((e) => toAppend(ID, e)),
  );

beforeEach(async () => {
  log = await openEmbeddedEventLog({ path: ':memory:' });
  store = await openEmbeddedReadModel({ path: ':memory:' });
  there = await openReceiver();
  const settings = testSettings();
  await log.append('webhooks', [toAppend(ID, webhookCreated(settings, ID, there.url))]);
  one = await testSender({ log, store, settings });
});
afterEach(async () => {
  await one.close();
  await Promise.all([log.close(), store.close(), there.close()]);
});

async function recorded(): Promise<RawRecord[]> {
  const ends = await log.ends('deliveries');
  const all: RawRecord[] = [];
  for await (const batch of log.read(
    'deliveries',
    ends.map(() => 0),
    ends,
  ))
    all.push(...batch);
  return all;
}

test('rule 16: while a rebuild has replayed *planned* but not yet *succeeded*, nothing is sent again', async () => {
  const ids = Array.from({ length: COUNT }, (_, i) => i);
  await append([...ids.map(planned), ...ids.map(succeeded)]);
  const history = await recorded();
  await one.sender.start();
  await one.project(history.slice(0, COUNT));
  const early = await Promise.race([
    there.atLeast(1).then(() => 'sent'),
    new Promise((resolve) => setTimeout(resolve, 1_500, 'nothing')),
  ]);
  expect(early).toBe('nothing');
  await one.project(history.slice(COUNT));
  await append([planned(COUNT)]);
  await one.project((await recorded()).slice(2 * COUNT));
  const got = await there.atLeast(1);
  expect(got.map((r) => r.headers['webhook-id'])).toEqual([`delivery_${COUNT}`]);
});

test('a sender that died is followed by another when its lease ends, under the same id', async () => {
  await append([planned(0)]);
  await one.project(await recorded());
  const now = Date.now();
  const held = await store.claim(DELIVERIES, {
    equal: { webhook_id: ID },
    ...{ due: 'due_at', now: isoTime(now), until: isoTime(now + 1_000), limit: 8 },
  });
  expect(held.map((d) => d.id)).toEqual(['delivery_0']);
  await one.sender.start();
  const [got] = await there.atLeast(1);
  expect(got?.at).toBeGreaterThanOrEqual(now + 1_000);
  expect(got?.headers['webhook-id']).toBe('delivery_0');
});

test('a stop lets what is in flight end and records it', async () => {
  await append([planned(0)]);
  await one.project(await recorded());
  await one.sender.start();
  await there.atLeast(1);
  await one.sender.stop();
  expect((await recorded()).map((r) => r.meta.type)).toEqual([
    'DeliveryPlanned',
    'DeliverySucceeded',
  ]);
});
