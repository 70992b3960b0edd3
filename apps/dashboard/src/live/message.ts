import type { AgentView, IssueView } from '../api/generated/types.gen';

/** What `GET /v1/stream` tells, by the name of its type. */
export interface Messages {
  readonly 'issue.created': IssueView;
  readonly 'issue.updated': IssueView;
  readonly 'agent.updated': AgentView;
  readonly 'agent.deleted': { readonly id: string };
  /** What was missed cannot be told: everything must be read again. */
  readonly reset: unknown;
}
export type MessageType = keyof Messages;

/** One message, still as text: it may go on to other tabs. */
export interface Message {
  readonly type: string;
  readonly data: string;
}

/**
 * Whether news come in: `connecting` from the first moment, and again whenever the connection was lost; `not allowed` where the token
 * may not hear of issues.
 */
export type LiveState = 'connecting' | 'live' | 'not allowed' | 'signed out';
