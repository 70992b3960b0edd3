import {
  type Delivery,
  type DeliveryAttempted,
  type DeliveryGivenUp,
  type DeliverySucceeded,
  envelope,
  isoTime,
  type Origin,
} from '@parapet/contracts';
import { type Attempted, succeeded } from './attempt-delivery';
import { isTest } from './delivery-events';
import { type Moment, nextAttempt } from './next-attempt';

export type DeliveryResult = DeliveryAttempted | DeliverySucceeded | DeliveryGivenUp;

/** The receiver says that it is gone for good: the delivery is over and the webhook is disabled. */
export const isGone = ({ attempt }: Attempted): boolean => attempt.status === 410;

/** What becomes of a delivery after an attempt. `tries`: attempts of this schedule before this one. */
export function settleAttempt(
  delivery: Pick<Delivery, 'id' | 'webhook_id' | 'requeued_at' | 'event'> & {
    readonly tries: number;
  },
  made: Attempted,
  moment: Moment,
  origin: Origin,
): DeliveryResult {
  const { attempt, retryAfter, webhookSince } = made;
  const about = {
    ...{ delivery_id: delivery.id, webhook_id: delivery.webhook_id },
    ...(webhookSince !== undefined && { webhook_since: webhookSince }),
    requeued_at: delivery.requeued_at ?? null,
  };
  if (succeeded(attempt))
    return { ...envelope('DeliverySucceeded', origin), data: { ...about, attempt } };
  const { status } = attempt;
  const at =
    isGone(made) || isTest(delivery)
      ? null
      : nextAttempt({ tries: delivery.tries + 1, status, retryAfter }, moment);
  if (at !== null)
    return {
      ...envelope('DeliveryAttempted', origin),
      data: { ...about, attempt, next_at: isoTime(at) },
    };
  const reason = isGone(made) ? 'the receiver is gone (410)' : 'every attempt failed';
  return { ...envelope('DeliveryGivenUp', origin), data: { ...about, attempt, reason } };
}
