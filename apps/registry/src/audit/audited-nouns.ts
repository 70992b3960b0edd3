import {
  type Agent,
  type AgentEvent,
  evolveAgent,
  evolvePolicy,
  evolveStanding,
  evolveToken,
  evolveWebhook,
  type IssueEvent,
  type IssueStanding,
  type LogEvent,
  type Policy,
  type PolicyEvent,
  type Token,
  type TokenEvent,
  type Webhook,
  type WebhookEvent,
} from '@parapet/contracts';
import type { Collection } from '@parapet/readmodel';
import { AUDIT_STATES, type AuditState } from './audit.collection';
import type { AuditResource } from './audited-facts';

/** How the audit folds what people change: as every reader does (`exactness.md`, rule 6). */
export interface AuditedNoun<S extends object, E extends LogEvent> {
  readonly type: AuditResource;
  readonly states: Collection<AuditState<S>>;
  /** Answers the same state for a fact that does not count, or that is of no interest here. */
  readonly evolve: (state: S | undefined, event: E) => S | undefined;
  readonly nameOf: (state: S) => string | undefined;
}

const nameOf = ({ name }: { readonly name: string }): string => name;

export const AUDITED_POLICY: AuditedNoun<Policy, PolicyEvent> = {
  ...{ type: 'policy', states: AUDIT_STATES.policies, evolve: evolvePolicy, nameOf },
};

/** Being seen makes no version: it can be left out, and is, because it happens all the time. */
export const AUDITED_AGENT: AuditedNoun<Agent, AgentEvent> = {
  ...{ type: 'agent', states: AUDIT_STATES.agents, nameOf },
  evolve: (state, event) => (event.type === 'AgentSeen' ? state : evolveAgent(state, event)),
};

/** So is being used, and signing out. */
const isUse = ({ type }: TokenEvent): boolean =>
  type === 'TokenUsed' || type === 'TokenSessionEnded';

export const AUDITED_TOKEN: AuditedNoun<Token, TokenEvent> = {
  ...{ type: 'token', states: AUDIT_STATES.tokens, nameOf },
  evolve: (state, event) => (isUse(event) ? state : evolveToken(state, event)),
};

export const AUDITED_WEBHOOK: AuditedNoun<Webhook, WebhookEvent> = {
  ...{ type: 'webhook', states: AUDIT_STATES.webhooks, evolve: evolveWebhook },
  nameOf: ({ url }) => url,
};

/** An issue that nobody has touched, which its first occurrence made before anybody could. */
const UNTOUCHED: IssueStanding = {
  ...{ version: 1, made_by: [], status: 'open', status_at: '', status_by: '' },
  ...{ status_reason: null, ignored_until: null },
};

/** Issues come and recur in great numbers, and few are touched: only those are kept. */
export const AUDITED_ISSUE: AuditedNoun<IssueStanding, IssueEvent> = {
  ...{ type: 'issue', states: AUDIT_STATES.issues, nameOf: () => undefined },
  evolve: (state, event) => {
    const now = evolveStanding(state ?? UNTOUCHED, event);
    return now === UNTOUCHED ? undefined : now;
  },
};
