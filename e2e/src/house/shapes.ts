/** The shapes of the spec, as a client sees them. */

export interface Page<T> {
  readonly data: readonly T[];
  readonly pagination: { readonly next_cursor: string | null; readonly has_more: boolean };
}

export interface Issue {
  readonly id: string;
  readonly title: string;
  readonly severity: string;
  readonly verdict: string;
  readonly created_at: string;
  readonly status: string;
  readonly micro_context: Readonly<Record<string, string>>;
  readonly details: Readonly<Record<string, unknown>>;
  readonly occurrences: number;
  readonly first_seen: string;
  readonly last_seen: string;
  readonly agent_id: string;
}

export interface IssueInFull extends Issue {
  readonly evidence: readonly unknown[];
  readonly why: unknown;
  readonly status_at: string;
  readonly history: readonly unknown[];
}

export interface Policy {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly scope: string;
  readonly rules: readonly { readonly pattern: string; readonly comment?: string }[];
  readonly enabled: boolean;
  readonly created_at: string;
}

export interface Agent {
  readonly id: string;
  readonly hostname: string;
  readonly platform: string;
  readonly cluster?: string;
  readonly status: string;
  readonly mode: string;
  readonly version?: string;
  readonly last_seen: string;
}

/** The Agent alone: with what was counted of it, and what its sensors said. */
export interface AgentInFull extends Agent {
  readonly events: {
    readonly accepted: number;
    readonly duplicate: number;
    readonly rejected: Readonly<Record<string, number>>;
    readonly lost: number;
  };
  readonly sensors: readonly Readonly<Record<string, unknown>>[];
}

export interface ListedEvent {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly query?: string;
  readonly response?: readonly string[];
  readonly process?: Readonly<Record<string, unknown>>;
  readonly kind: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly verdict: string;
  readonly agent_id: string;
  readonly received_at: string;
}

export interface Recorded {
  readonly id: string;
  readonly status: 'created' | 'updated';
}

/** What became of one line of a body. */
export interface LineResult {
  readonly status: 'created' | 'updated' | 'skipped' | 'refused' | 'deferred';
  readonly id?: string;
  readonly reason?: string;
  readonly error?: string;
}

export interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly secret: string;
  readonly enabled: boolean;
}

export interface Delivery {
  readonly id: string;
  readonly status: string;
  readonly created_at: string;
  readonly attempts: readonly { readonly response: string }[];
}

/** RFC 3339 in UTC. */
export const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** Matches `{error: {code, message, details}}` with this code. */
export const generalError = (code: string, message: unknown = expect.any(String)): unknown => ({
  error: { code, message, details: expect.any(String) },
});

/** Matches `{error, type}` with this type. */
export const agentError = (type: string, error: unknown = expect.any(String)): unknown => ({
  error,
  type,
});
