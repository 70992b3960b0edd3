import { WEBHOOK_EVENTS } from '@parapet/contracts';

/** What a test of a webhook tells. */
export const TEST_EVENT = 'webhook.test';

/** What deliveries may tell. */
export const DELIVERY_EVENTS = [...WEBHOOK_EVENTS, TEST_EVENT] as const;
export type DeliveryEventName = (typeof DELIVERY_EVENTS)[number];

/** Whether it is a test of its webhook: the house tries it only when asked to, and disables nothing for what comes of it. */
export const isTest = ({ event }: { readonly event: string }): boolean => event === TEST_EVENT;
