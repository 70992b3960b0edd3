import type { DeliveryEvent, Recorded } from '@parapet/contracts';
import { auditEntry, type Changed } from './audit-entry';
import type { AuditEntry } from './audit.collection';

const changed = ({ data, type }: DeliveryEvent): Changed =>
  type === 'DeliveryPlanned'
    ? { type: 'webhook', id: data.webhook_id, name: undefined }
    : { type: 'delivery', id: data.delivery_id, name: undefined };

/**
 * Deliveries that somebody asked for: tests of webhooks, and those to be made again. They make no version, so that each counts; the
 * log forgets them, and so does the audit.
 */
export const askedDeliveries = (
  records: readonly Recorded<DeliveryEvent>[],
): readonly AuditEntry[] =>
  records.flatMap(({ event }) => {
    const entry = auditEntry(event, changed(event));
    return entry ? [{ ...entry, forgotten_from: event.time }] : [];
  });
