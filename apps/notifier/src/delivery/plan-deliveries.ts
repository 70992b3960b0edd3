import {
  type DeliveryPlanned,
  derivedId,
  envelope,
  type Origin,
  type Position,
  TOPICS,
  type Webhook,
} from '@parapet/contracts';
import { passesFilter } from './passes-filter';
import type { Transition } from './transition.collection';

/** What planning is told of the world. */
export interface PlanningContext {
  /** Every webhook that exists, as of the barrier. */
  readonly webhooks: Iterable<Webhook>;
  /** Links begin with it. */
  readonly publicUrl: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Wait before the first attempt, milliseconds. */
  readonly firstDelayMs: number;
  readonly newFact: () => Origin;
}

/**
 * The deliveries of one transition: one for each enabled webhook that asked for it, whose filter lets it through, and that
 * was there when it happened. The id is made of what is told to whom, so planning again plans the same.
 */
export function planDeliveries(
  transition: Transition,
  position: Position,
  context: PlanningContext,
): DeliveryPlanned[] {
  if (tooOld(transition, context.now)) return [];
  const body = renderPayload(transition, context.publicUrl);
  const next_at = new Date(context.now + context.firstDelayMs).toISOString();
  const { issue_id, kind } = transition;
  return [...context.webhooks]
    .filter((webhook) => wants(webhook, transition, position))
    .map((webhook) => ({
      ...envelope('DeliveryPlanned', context.newFact()),
      data: {
        delivery_id: deliveryId(webhook.id, transition),
        webhook_id: webhook.id,
        ...{ issue_id, event: kind, body, next_at },
      },
    }));
}

/** Of the webhook, the issue, the event and the version of the status. */
const deliveryId = (webhookId: string, { issue_id, kind, version }: Transition): string =>
  derivedId('delivery', [webhookId, issue_id, kind, String(version)]);

const tooOld = ({ time }: Transition, now: number): boolean =>
  Date.parse(time) < now - TOPICS.deliveries.retentionMs;

function wants(webhook: Webhook, told: Transition, { partition, offset }: Position): boolean {
  const since = webhook.from[partition] ?? 0;
  const happened = told.first ?? offset;
  const listens = webhook.enabled && webhook.events.includes(told.kind) && happened >= since;
  return listens && passesFilter(webhook.filter ?? {}, told);
}

/** The spec's payload, rendered once: these bytes are signed and sent on every attempt. */
export const renderPayload = (
  t: Pick<Transition, 'time' | 'issue_id' | 'title' | 'severity' | 'verdict'> & {
    readonly kind: string;
  },
  publicUrl: string,
): string =>
  JSON.stringify({
    event: t.kind,
    timestamp: t.time,
    issue: {
      id: t.issue_id,
      title: t.title,
      severity: t.severity,
      verdict: t.verdict,
      url: `${publicUrl}/issues/${t.issue_id}`,
    },
  });
