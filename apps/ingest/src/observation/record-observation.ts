import { wrongIdempotencyKey } from '@parapet/chassis';
import {
  canonicalJson,
  type EventToAppend,
  isoTime,
  nanoseconds,
  type ObservationBody,
  Problem,
  sortableTime,
} from '@parapet/contracts';
import { exactly, losesDigits } from './exact-json';
import { brokenBound } from './metadata-bounds';
import { keyedObservationId, observationId } from './observation-identity';

/** What arrived: a body that passed the route's schema, and who sent it. */
export interface Arrival {
  readonly body: ObservationBody;
  /** The body as it was sent; it goes into the log unchanged, but for numbers that would be read otherwise than they were sent. */
  readonly text: string;
  readonly agentId: string;
  /** `AgentContext` of the sender as JSON text. */
  readonly agentJson: string;
  readonly idempotencyKey?: string;
  /** W3C `traceparent` of what sends it, where that is traced. */
  readonly traceparent?: string | undefined;
}

/** An observation ready to be appended. */
export interface NewObservation {
  readonly id: string;
  readonly agentId: string;
  /** `sortableTime` of the timestamp: the sort key of lists. */
  readonly at: string;
  readonly receivedAt: string;
  readonly body: ObservationBody;
  readonly text: string;
  /** `canonicalJson` of the metadata. */
  readonly metadataJson: string;
  readonly event: EventToAppend;
}

const DAY = 86_400_000;

/**
 * Decides what is recorded of an arrival: its id and one `ObservationRecorded`, made by concatenation so that the body
 * keeps the bytes it came with.
 * @param now milliseconds since 1970. @param eventId id of the new fact.
 * @returns a Problem that says what is wrong when the arrival cannot be recorded.
 */
export function recordObservation(
  arrival: Arrival,
  now: number,
  eventId: string,
): NewObservation | Problem {
  const { agentId, body } = arrival;
  const at = nanoseconds(body.timestamp);
  const wrong = wrongTime(at, now) ?? wrongContent(arrival);
  if (at === null || wrong !== null) return new Problem('bad_request', wrong ?? NO_TIME);
  const exact = exactArrival(arrival);
  const metadataJson = canonicalJson(exact.body.metadata);
  const id =
    arrival.idempotencyKey === undefined
      ? observationId({ agentId, kind: body.kind, at, metadata: metadataJson })
      : keyedObservationId(agentId, arrival.idempotencyKey);
  const seen = { id, agentId, at: sortableTime(at), receivedAt: isoTime(now) };
  const event = observationRecorded(seen, exact, { id: eventId, actor: agentId });
  return { ...seen, body: exact.body, text: exact.text, metadataJson, event };
}

/** The arrival as everybody reads it again from the log: without a number that was not sent. */
function exactArrival(arrival: Arrival): Arrival {
  if (!losesDigits(arrival.text)) return arrival;
  const body = exactly(arrival.text, arrival.body) as ObservationBody;
  return { ...arrival, body, text: JSON.stringify(body) };
}

const NO_TIME =
  'timestamp must be an RFC 3339 timestamp with zone, such as 2026-01-31T12:00:00.123456789Z';

function wrongTime(at: bigint | null, now: number): string | null {
  if (at === null) return NO_TIME;
  if (at < 0n) return 'timestamp must not lie before 1970: look at the clock of the agent';
  if (at > BigInt(now + DAY) * 1_000_000n)
    return 'timestamp lies more than 24 hours in the future: look at the clock of the agent';
  return null;
}

function wrongContent({ body, idempotencyKey }: Arrival): string | null {
  if (!body.kind.isWellFormed()) return 'kind must be text without lone surrogates';
  return wrongIdempotencyKey(idempotencyKey) ?? brokenBound(body.metadata);
}

/** The fact of an observation. `by`: the id of the fact, and who made it. */
export function observationRecorded(
  seen: Pick<NewObservation, 'id' | 'at' | 'receivedAt' | 'agentId'>,
  { agentJson, text, traceparent }: Pick<Arrival, 'agentJson' | 'text' | 'traceparent'>,
  by: { readonly id: string; readonly actor: string },
): EventToAppend {
  const meta = {
    id: by.id,
    type: 'ObservationRecorded',
    schema: 1,
    time: seen.receivedAt,
    actor: by.actor,
    cause: null,
  };
  return {
    key: seen.agentId,
    meta: traceparent === undefined ? meta : { ...meta, traceparent },
    json:
      `{"observation_id":"${seen.id}","at":"${seen.at}","received_at":"${seen.receivedAt}",` +
      `"agent":${agentJson},"body":${text}}`,
  };
}
