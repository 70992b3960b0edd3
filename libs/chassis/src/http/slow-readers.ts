import type { Socket } from 'node:net';
import type { Connections } from './connections';

/** How slowly an answer may be read. */
export interface ReadingPace {
  /** Milliseconds for which any pace will do. */
  readonly grace: number;
  /** After them, bytes a second of all that was said since the client fell behind. */
  readonly bytesPerSecond: number;
  /** Milliseconds between two looks. */
  readonly every: number;
}

const PACE: ReadingPace = { grace: 30_000, bytesPerSecond: 32 * 1024, every: 5_000 };

/** Where a connection was when its client fell behind. */
interface Behind {
  readonly since: number;
  readonly said: number;
}

/**
 * Cuts connections whose clients do not read what they asked for: Node has no bound for that, and an answer that nobody takes is held
 * for as long as its client likes, by one byte a second for ever. Whatever the kernel takes for a client is not held here.
 */
export function cutSlowReaders(connections: Connections, pace: ReadingPace = PACE): void {
  const behind = new WeakMap<Socket, Behind>();
  const timer = setInterval(() => {
    const now = performance.now();
    for (const socket of connections.open()) {
      const where = placeOf(socket, behind.get(socket), now);
      if (!where) behind.delete(socket);
      // A part of what was said must not look like the whole of it: see `resetBrokenAnswers`.
      else if (isTooSlow(socket, where, now, pace)) socket.resetAndDestroy();
      else behind.set(socket, where);
    }
  }, pace.every).unref();
  connections.server.once('close', () => clearInterval(timer));
}

/** Null while the client has taken all that was said to it. */
function placeOf(socket: Socket, before: Behind | undefined, now: number): Behind | null {
  if (socket.writableLength === 0) return null;
  return before ?? { since: now, said: socket.bytesWritten - socket.writableLength };
}

/** What is still held counts as said: of a large answer that is written at once nothing else can be told before its end. */
function isTooSlow(socket: Socket, { since, said }: Behind, now: number, pace: ReadingPace) {
  const allowed = pace.grace + ((socket.bytesWritten - said) / pace.bytesPerSecond) * 1000;
  return now - since > allowed;
}
