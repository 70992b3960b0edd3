import type { Socket } from 'node:net';
import { Logger } from '@nestjs/common';
import { addressKey } from '../limit/address-key';
import type { Connections } from './connections';
import { hasInHand } from './in-turn';

/** Parts of the connections that there may be: what one address may hold, what is cut of one that holds more, and of one that holds less. */
const [SHARE, CUT, CUT_OF_LESS] = [1 / 4, 1 / 10, 1 / 100];
/** Milliseconds between two lines of the log. */
const SAY_EVERY_MS = 60_000;

/**
 * Bounds the connections of a server, and keeps room for those who come when there are so many: of the addresses that have some with
 * nothing in hand the one that holds most connections loses a few of those, the oldest first. Else those who keep their connections
 * shut out everybody, and whoever asks whether the process lives. What is being answered is never cut: many clients may share the
 * address of a proxy.
 */
export function makeRoom(connections: Connections, most: number): void {
  const { server } = connections;
  const say = sayer();
  server.maxConnections = most;
  server.on('connection', (socket: Socket) => {
    if (connections.size < most) return;
    const open = [...connections.open()];
    if (open.length < most) return;
    for (const [address, held] of byAddress(open)) {
      const resting = held.filter((one) => one !== socket && !hasInHand(one));
      if (resting.length === 0) continue;
      const lost = resting.slice(
        0,
        Math.ceil(most * (held.length < most * SHARE ? CUT_OF_LESS : CUT)),
      );
      for (const one of lost) one.destroy();
      return say(
        `MAX_CONNECTIONS: of ${held.length} connections of ${address} ${lost.length} were cut`,
      );
    }
  });
  server.on('drop', () => say(`MAX_CONNECTIONS: there are ${most}, and no more are taken`));
}

/** Who holds connections, and which, the oldest first: whoever holds most, and of those that hold as many who came first. */
function byAddress(open: readonly Socket[]): readonly (readonly [string, readonly Socket[]])[] {
  const all = Map.groupBy(open, ({ remoteAddress }) => addressKey(remoteAddress));
  return [...all].sort(([, a], [, b]) => b.length - a.length);
}

function sayer(): (what: string) => void {
  const logger = new Logger('http');
  let next = -Infinity;
  return (what) => {
    const now = performance.now();
    if (now < next) return;
    next = now + SAY_EVERY_MS;
    logger.warn(what);
  };
}
