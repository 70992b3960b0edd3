import {
  firstMillisecondAfter,
  lastMillisecondOf,
  type ListSpec,
  oneOf,
  type RawQuery,
  scalar,
  sinceOf,
  untilOf,
} from '@parapet/chassis';
import { AUDIT, type AuditEntry } from './audit.collection';
import { AUDIT_ACTIONS, AUDIT_RESOURCES } from './audited-facts';

/** What GET /v1/audit asks for: after `since`, up to and with `until`. @throws Problem for a filter that cannot be. */
export function auditQuery(query: RawQuery): ListSpec<AuditEntry> {
  const filters = {
    actor: scalar(query, 'actor'),
    action: oneOf(query, 'action', AUDIT_ACTIONS),
    resource_type: oneOf(query, 'resource_type', AUDIT_RESOURCES),
    resource_id: scalar(query, 'resource_id'),
  };
  const given = Object.entries(filters).filter(([, value]) => value !== undefined);
  const [since, until] = [sinceOf(query), untilOf(query)];
  const below = until === undefined ? undefined : firstMillisecondAfter(until);
  return {
    ...{ list: 'audit', collection: AUDIT, sort: 'timestamp' },
    equal: Object.fromEntries(given),
    long: ({ changes }) => changes,
    ...(since !== undefined && { above: lastMillisecondOf(since) }),
    ...(below !== undefined && { below }),
  };
}
