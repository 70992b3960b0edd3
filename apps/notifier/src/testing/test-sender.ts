import { Metrics, Projections, Readiness, type Settings, systemClock } from '@parapet/chassis';
import { decode, type DeliveryEvent, type RawRecord } from '@parapet/contracts';
import type { EventLog } from '@parapet/eventlog';
import type { ReadModel } from '@parapet/readmodel';
import { AbandonDeliveries } from '../delivery/abandon-deliveries';
import { AttemptDelivery } from '../delivery/attempt-delivery';
import { AttemptResults } from '../delivery/attempt-results';
import { ClaimedAhead } from '../delivery/claimed-ahead';
import { Deliver } from '../delivery/deliver';
import { DeliveriesInFlight } from '../delivery/deliveries-in-flight';
import { DELIVERIES } from '../delivery/delivery.collection';
import { DeliveryProjection } from '../delivery/delivery.projection';
import { DeliveryFacts } from '../delivery/delivery-facts';
import type { DeliveryLeases } from '../delivery/delivery-leases';
import { DueDeliveries } from '../delivery/due-deliveries';
import { HeldLease } from '../delivery/held-lease';
import { KeptLeases } from '../delivery/kept-leases';
import { Moments } from '../delivery/moments';
import { OldLeases } from '../delivery/old-leases';
import { Places } from '../delivery/places';
import { ProjectedToEnd } from '../delivery/projected-to-end';
import { SendDeliveries } from '../delivery/send-deliveries';
import { StoredLeases } from '../delivery/stored-leases';
import { UnrecordedResults } from '../delivery/unrecorded-results';
import { EgressGuard } from '../egress/egress-guard';
import { hostResolver } from '../egress/host-resolver';
import { WebhookClient } from '../egress/webhook-client';
import { Breakers } from '../health/breakers';
import { DeliveryMetrics } from '../health/delivery-metrics';
import { DisableWebhook } from '../health/disable-webhook';
import { Paces } from '../health/paces';
import { WEBHOOK_HEALTH } from '../health/webhook-health.collection';
import { FreshWebhooks } from '../webhook/fresh-webhooks';
import { OpenedWebhooks } from '../webhook/opened-webhooks';
import { SecretBox } from '../webhook/secret-box';
import { WebhookTable } from '../webhook/webhook-table';

/** The sender of one process, over storage that others may share. Nothing is projected but by `project`. */
export interface TestSender {
  readonly sender: SendDeliveries;
  readonly table: WebhookTable;
  /** Projects records of `deliveries`, as the consumer would, and stores the progress. */
  project(records: readonly RawRecord[]): Promise<void>;
  close(): Promise<void>;
}

export interface SharedStorage {
  readonly log: EventLog;
  readonly store: ReadModel;
  readonly settings: Settings;
  /** Default: in the documents. */
  readonly leases?: DeliveryLeases;
}

/** Makes a sender; it is not started. */
export async function testSender(shared: SharedStorage): Promise<TestSender> {
  const { log, store } = shared;
  await store.declare(DELIVERIES);
  await store.declare(WEBHOOK_HEALTH);
  const table = new WebhookTable(log, new Readiness());
  table.onModuleInit();
  const projections = new Projections(store);
  await projections.onModuleInit();
  const leases = shared.leases ?? new StoredLeases(store, systemClock);
  const sender = senderOf({ ...shared, leases }, table, projections);
  table.onChange((id, now) => {
    if (!now?.enabled) sender.isOver(id);
  });
  const projection = new DeliveryProjection(store, sender, leases);
  return {
    ...{ sender, table },
    project: async (records) => {
      await projection.project(records.map((r) => decode<DeliveryEvent>(r)));
      const progress = projections.of('notifier.deliveries', 'deliveries');
      for (const { position } of records)
        await progress.save(position.partition, position.offset + 1);
    },
    close: async () => {
      await sender.stop();
      await table.close();
    },
  };
}

function senderOf(
  { log, store, settings, leases }: Required<SharedStorage>,
  table: WebhookTable,
  projections: Projections,
): SendDeliveries {
  const rules = { allowHttp: true, allowCidrs: ['127.0.0.0/8'] };
  const client = new WebhookClient(new EgressGuard(rules, hostResolver()));
  const metrics = new DeliveryMetrics(new Metrics(), systemClock);
  const facts = new DeliveryFacts(log, projections, metrics);
  const moments = new Moments(systemClock, settings);
  const breakers = new Breakers(systemClock, table);
  const opened = new OpenedWebhooks(new SecretBox(settings.secretKey));
  const attempts = new AttemptDelivery(client, opened, systemClock, breakers);
  const old = new OldLeases(log, store, systemClock);
  const toEnd = new ProjectedToEnd(log, store, projections, old);
  const lease = new HeldLease(leases, toEnd, systemClock);
  const disabling = new DisableWebhook(store, toEnd, log, moments);
  const results = new UnrecordedResults(facts, metrics);
  const places = new Places(breakers, new Paces(systemClock, table), results);
  const sendable = new FreshWebhooks(table);
  const kept = new KeptLeases(leases, systemClock);
  const deliver = new Deliver(sendable, attempts, new AttemptResults(moments, disabling), kept);
  const due = new DueDeliveries(leases, table, sendable, moments);
  return new SendDeliveries(
    toEnd,
    new ClaimedAhead(due, lease, systemClock),
    new DeliveriesInFlight(lease, deliver, results, places),
    new AbandonDeliveries(store, table, facts, systemClock),
  );
}
