import type { EventToAppend } from '@parapet/contracts';
import type { Size } from '../writing/group-queue';

/** What is sent to one partition at once, at most. */
export const MAX_APPEND_BYTES = 8 * 1024 * 1024;

/** What a topic must take: more than the largest append, for what Kafka adds to it. */
export const MAX_MESSAGE_BYTES = MAX_APPEND_BYTES + 1024 * 1024;

/** Bytes of headers and frames around one record, at most in the ordinary case. */
const AROUND = 512;

/** What is sent at once, and how much that is, roughly: characters for bytes. */
export interface Piece extends Size {
  readonly events: readonly EventToAppend[];
}

function pieceOf(events: readonly EventToAppend[]): Piece {
  let bytes = 0;
  for (const event of events) bytes += event.json.length + AROUND;
  return { items: events.length, bytes, events };
}

/**
 * Cuts an append into pieces that Kafka takes, in order: one, but for much text from all over the world, or of agents with many labels.
 * @throws Error when a single event is too large: a bug of the caller, no wait makes it smaller
 */
export function inPieces(events: readonly EventToAppend[]): readonly Piece[] {
  const whole = pieceOf(events);
  // A character is at most three bytes: only what comes near the limit is counted exactly.
  if (whole.bytes * 3 <= MAX_APPEND_BYTES) return [whole];
  const pieces: EventToAppend[][] = [[]];
  let bytes = 0;
  for (const event of events) {
    const weight = weightOf(event);
    bytes += weight;
    if (bytes > MAX_APPEND_BYTES) {
      pieces.push([]);
      bytes = weight;
    }
    pieces.at(-1)?.push(event);
  }
  return pieces.filter((piece) => piece.length > 0).map(pieceOf);
}

function weightOf({ json, key }: EventToAppend): number {
  const bytes = Buffer.byteLength(json) + Buffer.byteLength(key) + AROUND;
  if (bytes <= MAX_APPEND_BYTES) return bytes;
  throw new Error(`${bytes} bytes are too many for one event: at most ${MAX_APPEND_BYTES}`);
}
