import { bounded, type Evidence, type ObservationRecorded } from '@parapet/contracts';

/** Metadata larger than this (as JSON text) is cut, so that an issue event stays far below a megabyte. */
const LARGEST = 8_192;
const MOST_KEYS = 16;

/** The copy of an observation that an issue keeps. */
export function evidenceOf({ observation_id, received_at, body }: Observed): Evidence {
  const { kind, timestamp, metadata, verdict } = body;
  const copy = { id: observation_id, kind: bounded(kind), timestamp, metadata, verdict };
  if (JSON.stringify(metadata).length <= LARGEST) return { ...copy, received_at };
  return { ...copy, metadata: cut(metadata), received_at, truncated: true };
}
type Observed = ObservationRecorded['data'];

/** The first plain values only, each bounded; what is nested is left out. */
function cut(metadata: Observed['body']['metadata']): Record<string, unknown> {
  const entries = Object.entries(metadata)
    .filter(([key, value]) => key.length <= 128 && (typeof value !== 'object' || value === null))
    .map(([key, value]) => [key, typeof value === 'string' ? bounded(value) : value] as const);
  return Object.fromEntries(entries.slice(0, MOST_KEYS));
}
