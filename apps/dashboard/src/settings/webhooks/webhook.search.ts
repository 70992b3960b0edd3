export const DELIVERY_STATUSES = ['pending', 'succeeded', 'given_up'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export const TABS = ['deliveries', 'secret', 'change'] as const;

/** What of a webhook is shown, as the address says it. */
export interface WebhookSearch {
  /** Left out: its deliveries. */
  readonly tab?: (typeof TABS)[number];
  readonly status?: DeliveryStatus;
  /** The id of the delivery that is open. */
  readonly delivery?: string;
}

const DELIVERY_ID = /^delivery_[A-Za-z0-9_-]+$/;

export function webhookSearch(asked: Record<string, unknown>): WebhookSearch {
  const tab = TABS.find((one) => one === asked['tab']);
  const status = DELIVERY_STATUSES.find((one) => one === asked['status']);
  const { delivery } = asked;
  return {
    ...(tab && { tab }),
    ...(status && { status }),
    ...(typeof delivery === 'string' && DELIVERY_ID.test(delivery) && { delivery }),
  };
}
