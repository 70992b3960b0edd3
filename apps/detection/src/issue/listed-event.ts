import { type Evidence, listedType } from '@parapet/contracts';
import { field, text } from './metadata';

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
  const type = listedType(kind);
  const process = field(metadata, 'process');
  const isObject = typeof process === 'object' && process !== null && !Array.isArray(process);
  return {
    ...{ id, type, timestamp },
    ...(type === 'dns' && dnsFields(metadata)),
    ...(isObject && { process }),
    ...{ kind, metadata, verdict, agent_id: agentId, received_at },
    ...(truncated && { truncated }),
  };
}

function dnsFields(metadata: unknown): Pick<ListedEvent, 'query' | 'response'> {
  const query = text(metadata, 'query');
  const response = field(metadata, 'response');
  const addresses: unknown[] = Array.isArray(response) ? response : [response];
  return {
    ...(query !== undefined && { query }),
    ...(response !== undefined && { response: addresses.filter((a) => typeof a === 'string') }),
  };
}
