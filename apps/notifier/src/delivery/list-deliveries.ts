import {
  firstMillisecondAfter,
  lastMillisecondOf,
  type ListSpec,
  oneOf,
  type RawQuery,
  sinceOf,
  untilOf,
} from '@parapet/chassis';
import { DELIVERY_STATUSES } from '@parapet/contracts';
import { DELIVERIES, type StoredDelivery } from './delivery.collection';
import { DELIVERY_EVENTS } from './delivery-events';

/** What a list of the deliveries of a webhook asks for. @throws Problem for a filter that cannot be. */
export function deliveriesQuery(webhookId: string, query: RawQuery): ListSpec<StoredDelivery> {
  const status = oneOf(query, 'status', DELIVERY_STATUSES);
  const event = oneOf(query, 'event', DELIVERY_EVENTS);
  const [since, until] = [sinceOf(query), untilOf(query)];
  const below = until === undefined ? undefined : firstMillisecondAfter(until);
  return {
    ...{ list: `deliveries ${event ?? ''}`, collection: DELIVERIES, sort: 'created_at' },
    equal: { webhook_id: webhookId, ...(status !== undefined && { status }) },
    long: (delivery) => delivery,
    ...(since !== undefined && { above: lastMillisecondOf(since) }),
    ...(below !== undefined && { below }),
    ...(event !== undefined && { keep: (delivery) => delivery.event === event }),
  };
}
