import { Module, type OnModuleInit } from '@nestjs/common';
import { Clock, KEYED_CREATIONS, Settings, Tracing } from '@parapet/chassis';
import { ReadModel } from '@parapet/readmodel';
import { AbandonDeliveries } from './delivery/abandon-deliveries';
import { AttemptDelivery } from './delivery/attempt-delivery';
import { AttemptResults } from './delivery/attempt-results';
import { ClaimedAhead } from './delivery/claimed-ahead';
import { Deliver } from './delivery/deliver';
import { DeliveriesInFlight } from './delivery/deliveries-in-flight';
import { DELIVERIES } from './delivery/delivery.collection';
import { DeliveryConsumer } from './delivery/delivery.consumer';
import { DeliveryController } from './delivery/delivery.controller';
import { DeliveryProjection } from './delivery/delivery.projection';
import { DeliverySummaryController } from './delivery/delivery-summary.controller';
import { DeliveryFacts } from './delivery/delivery-facts';
import { DeliveryLeases } from './delivery/delivery-leases';
import { DeliveryPlans } from './delivery/delivery-plans';
import { DueDeliveries } from './delivery/due-deliveries';
import { HeldLease } from './delivery/held-lease';
import { KeptLeases } from './delivery/kept-leases';
import { KnownTransitions } from './delivery/known-transitions';
import { Moments } from './delivery/moments';
import { OldLeases } from './delivery/old-leases';
import { OwnLeases } from './delivery/own-leases';
import { Places } from './delivery/places';
import { ProjectedToEnd } from './delivery/projected-to-end';
import { Redeliver } from './delivery/redeliver';
import { RedeliverController } from './delivery/redeliver.controller';
import { RedeliverFailed } from './delivery/redeliver-failed';
import { Redeliverable } from './delivery/redeliverable';
import { SendDeliveries } from './delivery/send-deliveries';
import { StoredLeases } from './delivery/stored-leases';
import { TellingTime } from './delivery/telling-time';
import { TestWebhook } from './delivery/test-webhook';
import { FOLDED_ISSUES, TRANSITIONS } from './delivery/transition.collection';
import { TransitionProjection } from './delivery/transition.projection';
import { UnrecordedResults } from './delivery/unrecorded-results';
import { EgressGuard } from './egress/egress-guard';
import { HostResolver, hostResolver } from './egress/host-resolver';
import { WebhookClient } from './egress/webhook-client';
import { BacklogMetrics } from './health/backlog-metrics';
import { BreakerMetrics } from './health/breaker-metrics';
import { Breakers } from './health/breakers';
import { DeliveryMetrics } from './health/delivery-metrics';
import { DisableWebhook } from './health/disable-webhook';
import { Paces } from './health/paces';
import { WEBHOOK_HEALTH } from './health/webhook-health.collection';
import { NotifierWork } from './notifier-work';
import { FreshWebhooks } from './webhook/fresh-webhooks';
import { OpenedWebhooks } from './webhook/opened-webhooks';
import { SealMetrics } from './webhook/seal-metrics';
import { SecretBox } from './webhook/secret-box';
import { SecretCommands } from './webhook/secret-commands';
import { TendSecrets } from './webhook/tend-secrets';
import { WEBHOOKS } from './webhook/webhook.collection';
import { WebhookController } from './webhook/webhook.controller';
import { WebhookProjection } from './webhook/webhook.projection';
import { WebhookCommands } from './webhook/webhook-commands';
import { WebhookCreation } from './webhook/webhook-creation';
import { WebhookMaterial } from './webhook/webhook-material';
import { WebhookSecretController } from './webhook/webhook-secret.controller';
import { WebhookTable } from './webhook/webhook-table';
import { WebhookViews } from './webhook/webhook-views';

const EGRESS = [
  { provide: HostResolver, useFactory: () => hostResolver() },
  {
    provide: EgressGuard,
    useFactory: (s: Settings, resolver: HostResolver) =>
      new EgressGuard({ allowHttp: s.webhookAllowHttp, allowCidrs: s.webhookAllowCidrs }, resolver),
    inject: [Settings, HostResolver],
  },
  {
    provide: WebhookClient,
    useFactory: (guard: EgressGuard, tracing: Tracing) =>
      new WebhookClient(guard, undefined, tracing),
    inject: [EgressGuard, Tracing],
  },
];

const WEBHOOK = [
  {
    provide: SecretBox,
    useFactory: (settings: Settings) =>
      new SecretBox(settings.secretKey, settings.previousSecretKeys),
    inject: [Settings],
  },
  ...[WebhookTable, FreshWebhooks, OpenedWebhooks],
  WebhookMaterial,
  ...[WebhookCommands, WebhookCreation, WebhookViews],
  ...[SecretCommands, SealMetrics, TendSecrets],
];

const DELIVERY = [
  {
    provide: DeliveryLeases,
    useFactory: (store: ReadModel, clock: Clock) =>
      store.isOwned ? new OwnLeases(store, clock) : new StoredLeases(store, clock),
    inject: [ReadModel, Clock],
  },
  ...[DeliveryFacts, DeliveryPlans, KnownTransitions, Moments, TellingTime],
  ...[OldLeases, ProjectedToEnd, HeldLease, KeptLeases],
  ...[Breakers, Paces, DisableWebhook, DeliveryMetrics, BacklogMetrics, BreakerMetrics],
  ...[
    AttemptDelivery,
    AttemptResults,
    Deliver,
    UnrecordedResults,
    Places,
    DeliveriesInFlight,
    DueDeliveries,
    ClaimedAhead,
    AbandonDeliveries,
  ],
  ...[SendDeliveries, Redeliverable, Redeliver, RedeliverFailed, TestWebhook],
];

/** Issues in, signed webhooks out. Needs the log, the read model and the chassis around it. */
@Module({
  controllers: [
    ...[WebhookController, WebhookSecretController],
    ...[DeliveryController, DeliverySummaryController, RedeliverController],
    ...[WebhookProjection, TransitionProjection, DeliveryProjection, DeliveryConsumer],
  ],
  providers: [...EGRESS, ...WEBHOOK, ...DELIVERY, NotifierWork],
})
export class NotifierModule implements OnModuleInit {
  constructor(private readonly store: ReadModel) {}

  async onModuleInit(): Promise<void> {
    await this.store.declare(WEBHOOKS);
    await this.store.declare(KEYED_CREATIONS);
    await this.store.declare(FOLDED_ISSUES);
    await this.store.declare(TRANSITIONS);
    await this.store.declare(DELIVERIES);
    await this.store.declare(WEBHOOK_HEALTH);
  }
}
