import { oneOf, text, time } from '../../api/from-address';
import type { AuditEntryView } from '../../api/generated/types.gen';

export type Action = AuditEntryView['action'];
export type ResourceType = AuditEntryView['resource']['type'];

export const ACTIONS: readonly Action[] = [
  ...(['policy.created', 'policy.updated', 'policy.deleted'] as const),
  ...(['agent.created', 'agent.mode_changed', 'agent.token_rotated', 'agent.deleted'] as const),
  ...(['token.created', 'token.revoked'] as const),
  ...(['webhook.created', 'webhook.updated', 'webhook.deleted', 'webhook.tested'] as const),
  ...(['webhook.secret_rotated', 'webhook.secret_promoted', 'delivery.redelivered'] as const),
  ...(['issue.acknowledged', 'issue.resolved', 'issue.ignored', 'issue.opened'] as const),
];
export const RESOURCE_TYPES: readonly ResourceType[] = [
  ...(['policy', 'agent', 'token', 'webhook', 'issue', 'delivery'] as const),
];

/** What of the audit is shown, as the address says it. */
export interface AuditSearch {
  readonly action?: Action;
  readonly resource_type?: ResourceType;
  readonly resource_id?: string;
  /** Id of a token. */
  readonly actor?: string;
  /** ISO; exclusive. */
  readonly since?: string;
  /** ISO; inclusive. */
  readonly until?: string;
}

export const auditSearch = (search: Record<string, unknown>): AuditSearch => ({
  action: oneOf(ACTIONS, search['action']),
  resource_type: oneOf(RESOURCE_TYPES, search['resource_type']),
  resource_id: text(search['resource_id']),
  actor: text(search['actor']),
  since: time(search['since']),
  until: time(search['until']),
});
