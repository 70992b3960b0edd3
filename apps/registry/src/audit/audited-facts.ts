import type {
  AgentEvent,
  DeliveryPlanned,
  DeliveryRequeued,
  IssueStatusEvent,
  PolicyEvent,
  TokenEvent,
  WebhookEvent,
} from '@parapet/contracts';

/** Facts that change nothing that people set up: heartbeats, uses, signing out, what the house does by itself. */
type OfMachines =
  'AgentSeen' | 'TokenUsed' | 'TokenSessionEnded' | 'WebhookDisabled' | 'WebhookResealed';

/** Every kind of fact that a person's command makes. */
type AuditedType = Exclude<
  | (PolicyEvent | AgentEvent | TokenEvent | WebhookEvent | IssueStatusEvent)['type']
  | (DeliveryPlanned | DeliveryRequeued)['type'],
  OfMachines
>;

interface AuditedFact {
  readonly action: string;
  /**
   * What of its data is shown, besides the version that it makes. Named one by one, so that a digest, a sealed secret or whatever a
   * fact may carry one day is not shown by itself.
   */
  readonly shown: readonly string[];
}

const WEBHOOK = [
  'url',
  'events',
  'filter',
  'format',
  'header_names',
  'description',
  'enabled',
] as const;

/** How the audit calls each fact. The word before the dot is the type of the resource. */
const AUDITED = {
  PolicyCreated: { action: 'policy.created', shown: ['document'] },
  PolicyUpdated: { action: 'policy.updated', shown: ['document'] },
  PolicyDeleted: { action: 'policy.deleted', shown: [] },
  AgentCreated: { action: 'agent.created', shown: ['name', 'os', 'ip', 'kind', 'labels'] },
  AgentModeChanged: { action: 'agent.mode_changed', shown: ['mode'] },
  AgentTokenRotated: { action: 'agent.token_rotated', shown: [] },
  AgentDeleted: { action: 'agent.deleted', shown: [] },
  TokenCreated: { action: 'token.created', shown: ['name', 'permissions', 'expires_at', 'origin'] },
  TokenRevoked: { action: 'token.revoked', shown: [] },
  WebhookCreated: { action: 'webhook.created', shown: WEBHOOK },
  WebhookUpdated: { action: 'webhook.updated', shown: [...WEBHOOK, 'headers_replaced'] },
  WebhookSecretStaged: { action: 'webhook.secret_rotated', shown: ['promotes_at'] },
  WebhookSecretPromoted: { action: 'webhook.secret_promoted', shown: [] },
  WebhookDeleted: { action: 'webhook.deleted', shown: [] },
  IssueAcknowledged: { action: 'issue.acknowledged', shown: ['reason'] },
  IssueResolved: { action: 'issue.resolved', shown: ['reason'] },
  IssueIgnored: { action: 'issue.ignored', shown: ['reason', 'until'] },
  IssueOpened: { action: 'issue.opened', shown: ['reason'] },
  // A test of a webhook is planned by whoever asks for it; any other delivery by the house.
  DeliveryPlanned: { action: 'webhook.tested', shown: ['delivery_id'] },
  DeliveryRequeued: { action: 'delivery.redelivered', shown: ['webhook_id'] },
} as const satisfies Readonly<Record<AuditedType, AuditedFact>>;

export type AuditAction = (typeof AUDITED)[AuditedType]['action'];
export const AUDIT_ACTIONS: readonly AuditAction[] = Object.values(AUDITED).map((f) => f.action);

export const AUDIT_RESOURCES = [
  'policy',
  'agent',
  'token',
  'webhook',
  'issue',
  'delivery',
] as const;
export type AuditResource = (typeof AUDIT_RESOURCES)[number];

const BY_TYPE: ReadonlyMap<string, (typeof AUDITED)[AuditedType]> = new Map(
  Object.entries(AUDITED),
);

/** How the audit calls facts of this type; undefined for those of machines. */
export const auditedAs = (type: string): (typeof AUDITED)[AuditedType] | undefined =>
  BY_TYPE.get(type);
