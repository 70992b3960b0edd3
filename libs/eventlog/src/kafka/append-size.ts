import type { EventToAppend } from '@parapet/contracts';
import type { Size } from '../writing/group-queue';

/** What one append may weigh. Beyond it is a bug of the caller: no wait makes it smaller. */
export const MAX_APPEND_BYTES = 8 * 1024 * 1024;

/** Bytes of headers and frames around one record, at most in the ordinary case. */
const AROUND = 512;

/** How much an append brings, roughly. @throws Error when it is more than Kafka takes at once. */
export function appendSize(events: readonly EventToAppend[]): Size {
  let bytes = 0;
  for (const event of events) bytes += event.json.length + AROUND;
  // A character is at most three bytes: only what comes near the limit is counted exactly.
  if (bytes * 3 > MAX_APPEND_BYTES) refuseTooLarge(events);
  return { items: events.length, bytes };
}

function refuseTooLarge(events: readonly EventToAppend[]): void {
  let bytes = 0;
  for (const { json, key } of events)
    bytes += Buffer.byteLength(json) + Buffer.byteLength(key) + AROUND;
  if (bytes > MAX_APPEND_BYTES)
    throw new Error(`${bytes} bytes are too many for one append: at most ${MAX_APPEND_BYTES}`);
}
