import type { DeliveryStatus } from './webhook.search';

/** The states of a delivery in words. */
export const STATUS_WORDS = {
  pending: { label: 'Waiting', color: 'yellow' },
  succeeded: { label: 'Delivered', color: 'teal' },
  given_up: { label: 'Given up', color: 'red' },
} as const satisfies Record<DeliveryStatus, { readonly label: string; readonly color: string }>;
