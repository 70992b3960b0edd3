import type { Change } from '@parapet/readmodel';
import { listedType, type ObservationBody } from '@parapet/contracts';
import { calledIn, destinationOf } from '@parapet/patterns';
import { renderListed } from './listed-observation';
import type { ObservationDocument } from './observation.collection';

/** One record of an observation, as far as documents need it; one that is sent again has several. */
export interface Copy {
  readonly id: string;
  readonly agentId: string;
  readonly at: string;
  readonly receivedAt: string;
  readonly body: ObservationBody;
  readonly metadataJson: string;
  /** Where the record lies, as text and as offset in its partition. */
  readonly position: string;
  readonly offset: number;
}

/** Those of one observation, in the order of the log. */
export type Copies = readonly [Copy, ...Copy[]];

/** What must be known of a stored document to decide what it lacks. */
export type Stored = Pick<ObservationDocument, 'origin' | 'offset' | 'received_at'>;
export const STORED_FIELDS = ['origin', 'offset', 'received_at'] as const;

const CALLED = ['domain', 'ip'] as const;

/**
 * The document that the copies of an observation make: the first gives its origin and its sort key, the last its content,
 * the earliest `received_at` counts.
 */
export function documentOf(copies: Copies): ObservationDocument {
  const first = copies[0];
  const last = copies.at(-1) ?? first;
  return {
    id: first.id,
    agent_id: first.agentId,
    type: listedType(last.body.kind),
    verdict: last.body.verdict,
    ...calledIn(destinationOf(last.body.kind, last.body.metadata)),
    at: first.at,
    received_at: earliest(copies),
    origin: first.position,
    offset: last.offset,
    item: renderListed(last),
  };
}

/** The changes that bring a document up to what was seen: nothing when it already knows all of it. */
export function bringUp(stored: Stored | undefined, copies: Copies): Change<ObservationDocument>[] {
  const seen = documentOf(copies);
  const { id, received_at, offset, agent_id, at, origin } = seen;
  if (!stored) return [{ id, insert: { agent_id, at, origin }, ...newer(seen) }];
  const changes: Change<ObservationDocument>[] = [];
  if (stored.offset < offset) changes.push({ id, ...content(seen), guard: older(offset) });
  if (stored.received_at > received_at) changes.push({ id, min: { received_at } });
  return changes;
}

/** Should another have inserted it meanwhile, the guard keeps newer content. */
const newer = (seen: ObservationDocument): Omit<Change<ObservationDocument>, 'id'> => ({
  ...content(seen),
  min: { received_at: seen.received_at },
  guard: older(seen.offset),
});

/** What the newest copy says, and what it does not say any more. */
function content(seen: ObservationDocument): Pick<Change<ObservationDocument>, 'set' | 'unset'> {
  const { item, type, verdict, domain, ip, offset } = seen;
  const called = { ...(domain !== undefined && { domain }), ...(ip !== undefined && { ip }) };
  return {
    set: { item, type, verdict, offset, ...called },
    unset: CALLED.filter((field) => seen[field] === undefined),
  };
}

const older = (offset: number): { field: 'offset'; below: number } => ({
  field: 'offset',
  below: offset,
});

const earliest = (copies: Copies): string =>
  copies.reduce((min, c) => (c.receivedAt < min ? c.receivedAt : min), copies[0].receivedAt);
