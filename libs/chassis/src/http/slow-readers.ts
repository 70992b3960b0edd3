import type { Server } from 'node:http';
import type { Socket } from 'node:net';

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
export function cutSlowReaders(server: Server, pace: ReadingPace = PACE): void {
  const behind = new Map<Socket, Behind | null>();
  server.on('connection', (socket: Socket) => behind.set(socket, null));
  const timer = setInterval(() => {
    const now = performance.now();
    for (const [socket, before] of behind) {
      // Looked at here: a listener beside Node's own, which comes and goes with each answer, keeps answers from the garbage collector.
      if (socket.destroyed) {
        behind.delete(socket);
        continue;
      }
      const where = placeOf(socket, before, now);
      behind.set(socket, where);
      if (where && isTooSlow(socket, where, now, pace)) socket.destroy();
    }
  }, pace.every).unref();
  server.once('close', () => clearInterval(timer));
}

/** Null while the client has taken all that was said to it. */
function placeOf(socket: Socket, before: Behind | null, now: number): Behind | null {
  if (socket.writableLength === 0) return null;
  return before ?? { since: now, said: socket.bytesWritten - socket.writableLength };
}

/** What is still held counts as said: of a large answer that is written at once nothing else can be told before its end. */
function isTooSlow(socket: Socket, { since, said }: Behind, now: number, pace: ReadingPace) {
  const allowed = pace.grace + ((socket.bytesWritten - said) / pace.bytesPerSecond) * 1000;
  return now - since > allowed;
}
