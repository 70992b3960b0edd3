import type { DeliveryStatus } from '@parapet/contracts';
import { beginningOf, seconds } from '../plain-text';
import { table } from '../table-text';

/** What came of one attempt. */
export interface AttemptShown {
  readonly duration_ms: number;
  readonly status: number | null;
  readonly message: string;
  /** What the receiver answered, as it wrote it. */
  readonly response: string;
}

/** What a list needs of a delivery of the API. */
export interface DeliveryShown {
  readonly id: string;
  readonly issue_id: string;
  readonly event: string;
  readonly status: DeliveryStatus;
  readonly created_at: string;
  readonly given_up_reason: string | null;
  readonly attempts: readonly AttemptShown[];
}

const HEAD = ['ID', 'CREATED (UTC)', 'EVENT', 'ISSUE', 'STATUS', 'ATTEMPTS', 'WHY'];

/** The list, for people. */
export function deliveryList(deliveries: readonly DeliveryShown[]): string[] {
  if (deliveries.length === 0) return ['There are no such deliveries.'];
  const rows = deliveries.map((delivery) => [
    ...[delivery.id, seconds(delivery.created_at), delivery.event, delivery.issue_id],
    ...[delivery.status, String(delivery.attempts.length), whyOf(delivery)],
  ]);
  return table(HEAD, rows);
}

const whyOf = ({ given_up_reason, attempts }: DeliveryShown): string =>
  [given_up_reason, attempts.at(-1)?.message]
    .filter((part) => part != null && part !== '')
    .map((part) => beginningOf(String(part)))
    .join(': ');
