import type { Projected } from '@parapet/chassis';
import { type Delivery, TOPICS } from '@parapet/contracts';
import { collection } from '@parapet/readmodel';

/** A delivery with what the senders need. */
export interface DeliveryRow extends Delivery {
  /** Attempts since it was planned or asked for again: the place in the schedule. */
  readonly tries: number;
  /** When it is to be claimed; absent when there is nothing to send: only what is pending has it. A claim moves it: that is the lease. */
  readonly due_at?: string;
  /** W3C `traceparent` of what planned it, where that was traced. */
  readonly traceparent?: string;
}

export type StoredDelivery = Projected<DeliveryRow>;

export const DELIVERIES = collection<StoredDelivery>({
  name: 'deliveries',
  indexes: [
    { equal: ['webhook_id'], sort: 'created_at' },
    { equal: ['webhook_id', 'status'], sort: 'created_at' },
    { equal: ['status'], sort: 'created_at' },
    { equal: ['webhook_id'], sort: 'due_at', sparse: true },
    { equal: [], sort: 'due_at', sparse: true },
  ],
  expire: { field: 'created_at', afterMs: TOPICS.deliveries.retentionMs },
});
