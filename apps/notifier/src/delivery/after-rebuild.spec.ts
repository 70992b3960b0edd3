import {
  type DeliveryEvent,
  type DeliveryPlanned,
  eventId,
  isoTime,
  type RawRecord,
  decode,
  toAppend,
} from '@parapet/contracts';
import { AbandonDeliveries } from './abandon-deliveries';
import { AttemptDelivery } from './attempt-delivery';
import { Metrics, Projections, Readiness, systemClock } from '@parapet/chassis';
import { testSettings } from '@parapet/chassis/testing';
import { type EventLog, openEmbeddedEventLog } from '@parapet/eventlog';
import { openEmbeddedReadModel, type ReadModel } from '@parapet/readmodel';
import { EgressGuard } from '../egress/egress-guard';
import { hostResolver } from '../egress/host-resolver';
import { WebhookClient } from '../egress/webhook-client';
import { Breakers } from '../health/breakers';
import { DeliveryMetrics } from '../health/delivery-metrics';
import { DisableWebhook } from '../health/disable-webhook';
import { WEBHOOK_HEALTH } from '../health/webhook-health.collection';
import { openReceiver, type Receiver } from '../testing/receiver';
import { createWebhook, WEBHOOK_DEFAULTS } from '../webhook/change-webhook';
import { FreshWebhooks } from '../webhook/fresh-webhooks';
import { newSecret, SecretBox } from '../webhook/secret-box';
import { WebhookTable } from '../webhook/webhook-table';
import { Deliver } from './deliver';
import { DeliveriesInFlight } from './deliveries-in-flight';
import { DELIVERIES } from './delivery.collection';
import { DeliveryProjection } from './delivery.projection';
import { DeliveryFacts } from './delivery-facts';
import { DueDeliveries } from './due-deliveries';
import { HeldLease } from './held-lease';
import { Moments } from './moments';
import { OldLeases } from './old-leases';
import { ProjectedToEnd } from './projected-to-end';
import { RecordAttempt } from './record-attempt';
import { SendDeliveries } from './send-deliveries';

const COUNT = 30;
const ID = 'webhook_1';
let log: EventLog;
let store: ReadModel;
let there: Receiver;
let sender: SendDeliveries;
let projection: DeliveryProjection;
let projections: Projections;
let table: WebhookTable;

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
  await store.declare(DELIVERIES);
  await store.declare(WEBHOOK_HEALTH);
  there = await openReceiver();
  const settings = testSettings();
  const box = new SecretBox(settings.secretKey);
  const fresh = { id: ID, secretSealed: box.seal(newSecret(), ID), from: [] };
  const origin = { id: eventId(), time: '', actor: 'token_1', cause: null };
  const made = createWebhook(fresh, { ...WEBHOOK_DEFAULTS, url: there.url }, origin);
  await log.append('webhooks', [toAppend(ID, made)]);
  table = new WebhookTable(log, new Readiness());
  table.onModuleInit();
  projections = new Projections(store);
  await projections.onModuleInit();
  const rules = { allowHttp: true, allowCidrs: ['127.0.0.0/8'] };
  const client = new WebhookClient(new EgressGuard(rules, hostResolver()));
  const metrics = new DeliveryMetrics(new Metrics(), systemClock);
  const facts = new DeliveryFacts(log, projections, metrics);
  const moments = new Moments(systemClock, settings);
  const breakers = new Breakers(systemClock, table);
  const attempts = new AttemptDelivery(client, box, systemClock, breakers);
  const oldLeases = new OldLeases(log, store, systemClock);
  const toEnd = new ProjectedToEnd(log, store, projections, oldLeases);
  const lease = new HeldLease(store, toEnd, systemClock);
  const disabling = new DisableWebhook(store, toEnd, log, moments);
  const sendable = new FreshWebhooks(table);
  const results = new RecordAttempt(facts, moments, disabling, metrics);
  const deliver = new Deliver(sendable, attempts, results, lease);
  sender = new SendDeliveries(
    toEnd,
    new DueDeliveries(store, table, sendable, systemClock),
    new DeliveriesInFlight(lease, deliver, client, breakers),
    new AbandonDeliveries(store, table, facts, systemClock),
  );
  projection = new DeliveryProjection(store, sender);
});
afterEach(async () => {
  await sender.stop();
  await table.close();
  await Promise.all([log.close(), store.close(), there.close()]);
});

/** Projects records, as the consumer would, and stores the progress. */
async function project(records: readonly RawRecord[]): Promise<void> {
  await projection.project(records.map((r) => decode<DeliveryEvent>(r)));
  const last = records.at(-1)?.position;
  if (last)
    await projections.of('notifier.deliveries', 'deliveries').save(last.partition, last.offset + 1);
}

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
  await sender.start();
  await project(history.slice(0, COUNT));
  const early = await Promise.race([
    there.atLeast(1).then(() => 'sent'),
    new Promise((resolve) => setTimeout(resolve, 1_500, 'nothing')),
  ]);
  expect(early).toBe('nothing');
  await project(history.slice(COUNT));
  await append([planned(COUNT)]);
  await project((await recorded()).slice(2 * COUNT));
  const got = await there.atLeast(1);
  expect(got.map((r) => r.headers['webhook-id'])).toEqual([`delivery_${COUNT}`]);
});

test('a sender that died is followed by another when its lease ends, under the same id', async () => {
  await append([planned(0)]);
  await project(await recorded());
  const now = Date.now();
  const held = await store.claim(DELIVERIES, {
    equal: { webhook_id: ID, status: 'pending' },
    ...{ due: 'due_at', now: isoTime(now), until: isoTime(now + 1_000), limit: 8 },
  });
  expect(held.map((d) => d.id)).toEqual(['delivery_0']);
  await sender.start();
  const [got] = await there.atLeast(1);
  expect(got?.at).toBeGreaterThanOrEqual(now + 1_000);
  expect(got?.headers['webhook-id']).toBe('delivery_0');
});

test('a stop lets what is in flight end and records it', async () => {
  await append([planned(0)]);
  await project(await recorded());
  await sender.start();
  await there.atLeast(1);
  await sender.stop();
  expect((await recorded()).map((r) => r.meta.type)).toEqual([
    'DeliveryPlanned',
    'DeliverySucceeded',
  ]);
});
