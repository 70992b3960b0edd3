import { type Evidence, listedExtras, listedType } from '@parapet/contracts';

/** An observation as the API lists it. */
export interface ListedEvent {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly query?: string;
  readonly response?: readonly string[];
  readonly process?: object;
  readonly kind: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly verdict: string;
  readonly agent_id: string;
  readonly received_at: string;
  /** The metadata was too large to copy; the whole is at GET /v1/events/{id}. */
  readonly truncated?: true;
}

/** Evidence in the shape of a listed event. */
export function listedEvent(evidence: Evidence, agentId: string): ListedEvent {
  const { id, kind, timestamp, metadata, verdict, received_at, truncated } = evidence;
  return {
    ...{ id, type: listedType(kind), timestamp },
    ...listedExtras(kind, metadata),
    ...{ kind, metadata, verdict, agent_id: agentId, received_at },
    ...(truncated && { truncated }),
  };
}
