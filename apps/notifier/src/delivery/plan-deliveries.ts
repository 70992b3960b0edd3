import {
  type DeliveryPlanned,
  derivedId,
  envelope,
  type IssueTransition,
  type Origin,
  type Position,
  TOPICS,
  type Webhook,
} from '@parapet/contracts';
import { renderMessage } from '../message/render-message';
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
  /** The time by which a fact is too old, milliseconds since 1970; null while nobody knows it for certain: then none is. */
  readonly believed: number | null;
  /** Wait before the first attempt, milliseconds. */
  readonly firstDelayMs: number;
  readonly newFact: () => Origin;
}

/**
 * The deliveries of one transition: one for each enabled webhook that asked for it, whose filter lets it through, and that
 * was there when it happened. An issue that a filter let through never before is told as created. The id is made of what is told
 * to whom, so planning again plans the same. Each is made as it is taken.
 */
export function* planDeliveries(
  transition: Transition,
  position: Position,
  context: PlanningContext,
): Generator<DeliveryPlanned> {
  if (tooOld(transition, context.believed)) return;
  const next_at = new Date(context.now + context.firstDelayMs).toISOString();
  const { issue_id } = transition;
  for (const webhook of context.webhooks) {
    const event = toldAs(webhook, transition, position);
    if (!event) continue;
    const told = { ...transition, kind: event };
    const body = renderMessage(webhook.format, told, context.publicUrl);
    const delivery_id = deliveryId(webhook.id, event, transition);
    const data = { delivery_id, webhook_id: webhook.id, issue_id, event, body, next_at };
    yield { ...envelope('DeliveryPlanned', context.newFact()), data };
  }
}

/** An issue is created with its first version, and told as created at most once, whenever that is. */
const CREATED_AS = 1;

/** Of the webhook, the issue, the event and the version of the status. */
function deliveryId(
  webhookId: string,
  event: IssueTransition,
  { issue_id, version }: Transition,
): string {
  const told = event === 'issue.created' ? CREATED_AS : version;
  return derivedId('delivery', [webhookId, issue_id, event, String(told)]);
}

const tooOld = ({ time }: Transition, now: number | null): boolean =>
  now !== null && Date.parse(time) < now - TOPICS.deliveries.retentionMs;

/** As which event a webhook is told of a transition; null when it is not. */
function toldAs(webhook: Webhook, told: Transition, position: Position): IssueTransition | null {
  const { events, filter = {} } = webhook;
  if (!listened(webhook, told, position) || !passesFilter(filter, told)) return null;
  const { kind, before } = told;
  if (kind && events.includes(kind)) return kind;
  const isNew = before?.every((seen) => !passesFilter(filter, seen));
  return isNew && events.includes('issue.created') ? 'issue.created' : null;
}

/** Whether it is enabled, and was there when it happened. */
const listened = (
  { enabled, from }: Webhook,
  told: Transition,
  { partition, offset }: Position,
): boolean => enabled && (told.first ?? offset) >= (from[partition] ?? 0);
