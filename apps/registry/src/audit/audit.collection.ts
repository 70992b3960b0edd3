import {
  type Agent,
  type IssueStanding,
  type Policy,
  type Token,
  TOPICS,
  type Webhook,
} from '@parapet/contracts';
import { type Collection, collection } from '@parapet/readmodel';
import type { AuditAction, AuditResource } from './audited-facts';

/** One change that somebody made. */
export interface AuditEntry {
  /** Of the fact: the same fact is never two entries. */
  readonly id: string;
  /** Of the fact: RFC 3339, UTC, milliseconds. */
  readonly timestamp: string;
  /** Id of a token, or the name of a service. */
  readonly actor: string;
  readonly action: AuditAction;
  readonly resource_type: AuditResource;
  readonly resource_id: string;
  /** As it was called after the change. */
  readonly resource_name?: string;
  readonly changes: Readonly<Record<string, unknown>>;
  /** Only where the log forgets the fact: its time. */
  readonly forgotten_from?: string;
}

const FILTERS = ['actor', 'action', 'resource_type', 'resource_id'] as const;

/** All ways to choose some of these. */
const subsets = <T>(of: readonly T[]): readonly (readonly T[])[] =>
  of.reduce<readonly (readonly T[])[]>(
    (all, one) => [...all, ...all.map((some) => [...some, one])],
    [[]],
  );

export const AUDIT = collection<AuditEntry>({
  name: 'audit',
  // People change little and ask seldom: every combination of filters may have its index.
  indexes: subsets(FILTERS).map((equal) => ({ equal, sort: 'timestamp' as const })),
  expire: { field: 'forgotten_from', afterMs: TOPICS.deliveries.retentionMs },
});

/** What the audit knows of a thing, to tell a change that counts from one that lost its race. Those that were deleted stay. */
export interface AuditState<S> {
  readonly id: string;
  readonly applied: number;
  readonly state: S;
}

const states = <S>(name: string): Collection<AuditState<S>> =>
  collection<AuditState<S>>({ name: `audit_${name}`, indexes: [] });

export const AUDIT_STATES = {
  policies: states<Policy>('policies'),
  agents: states<Agent>('agents'),
  tokens: states<Token>('tokens'),
  webhooks: states<Webhook>('webhooks'),
  /** Only of issues whose status somebody changed. */
  issues: states<IssueStanding>('issues'),
};
