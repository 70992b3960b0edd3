import { type DeliveryPlanned, envelope, eventId, isoTime } from '@parapet/contracts';

/** A delivery of a webhook, due at a time (ms since 1970); its body is its id. */
export const deliveryPlanned = (
  webhook_id: string,
  delivery_id: string,
  dueAt: number,
): DeliveryPlanned => {
  const time = isoTime(dueAt);
  return {
    ...envelope('DeliveryPlanned', { id: eventId(), time, actor: 'notifier', cause: null }),
    data: {
      ...{ delivery_id, webhook_id, issue_id: 'issue_1', event: 'issue.created' },
      ...{ body: delivery_id, next_at: time },
    },
  };
};
