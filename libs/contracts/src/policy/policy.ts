import type { LogEvent } from '../event';
import { isNext, type MakesVersion, type Versioned, versioned } from '../versioned';

export const POLICY_TYPES = ['allow', 'block'] as const;
export type PolicyType = (typeof POLICY_TYPES)[number];
export const POLICY_SCOPES = ['global', 'selected'] as const;
export type PolicyScope = (typeof POLICY_SCOPES)[number];

export interface PolicyRule {
  readonly pattern: string;
  readonly comment?: string;
}

/** Which agents a `selected` policy is about: the platform, and labels that must be equal. */
export interface PolicySelector {
  readonly platform: 'kubernetes' | 'github_actions';
  readonly cluster?: string;
  readonly namespace?: string;
  readonly node?: string;
  readonly repository?: string;
  readonly workflow?: string;
  readonly job?: string;
}

/** A policy as a person wrote it. */
export interface PolicyDocument {
  readonly name: string;
  readonly type: PolicyType;
  readonly scope: PolicyScope;
  readonly selector?: PolicySelector;
  readonly rules: readonly PolicyRule[];
  readonly enabled: boolean;
  readonly description?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export interface Policy extends PolicyDocument, Versioned {
  readonly id: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly deleted?: true;
}

export type PolicyCreated = LogEvent<
  'PolicyCreated',
  MakesVersion & {
    readonly policy_id: string;
    readonly document: PolicyDocument;
    /** Only with an `Idempotency-Key`: base64url SHA-256 of the document as canonical JSON. */
    readonly request_digest?: string;
  }
>;
export type PolicyUpdated = LogEvent<
  'PolicyUpdated',
  MakesVersion & { readonly policy_id: string; readonly document: PolicyDocument }
>;
export type PolicyDeleted = LogEvent<
  'PolicyDeleted',
  MakesVersion & { readonly policy_id: string }
>;
/** Topic `policies` (one partition: rules need a total order), key = policy id. */
export type PolicyEvent = PolicyCreated | PolicyUpdated | PolicyDeleted;

function create(event: PolicyCreated): Policy {
  const { document, policy_id, version, request_digest } = event.data;
  return {
    ...document,
    ...versioned(undefined, version, event.id),
    ...(request_digest !== undefined && { request_digest }),
    ...{ id: policy_id, created_at: event.time, updated_at: event.time },
  };
}

/** Folds one event into a policy; void events change nothing. An update is the whole document, not a patch. */
export function evolvePolicy(state: Policy | undefined, event: PolicyEvent): Policy | undefined {
  if (!isNext(state, event.data) || state?.deleted) return state;
  if (event.type === 'PolicyCreated') return create(event);
  const made = {
    ...versioned(state, event.data.version, event.id),
    updated_at: event.time,
  };
  switch (event.type) {
    case 'PolicyUpdated':
      return (
        state && { ...event.data.document, ...made, id: state.id, created_at: state.created_at }
      );
    case 'PolicyDeleted':
      return state && { ...state, ...made, deleted: true };
    default:
      return state;
  }
}
