import type { Socket } from 'node:net';
import { Logger } from '@nestjs/common';
import { addressKey } from '../limit/address-key';
import type { Connections } from './connections';
import { hasInHand } from './in-turn';

/** Of as many connections as there may be: what one address may hold while there are so many, and what it loses that holds more. */
const [SHARE, CUT] = [1 / 4, 1 / 10];
/** And what is lost by all together when nobody holds so many. */
const CUT_OF_ALL = 1 / 100;
/** Milliseconds between two lines of the log. */
const SAY_EVERY_MS = 60_000;

/**
 * Bounds the connections of a server, and keeps room for those who come when there are so many: the address that holds most of them
 * loses some of those that have nothing in hand, the oldest first, or all lose a few if nobody holds many. Else those who keep their
 * connections shut out everybody, and whoever asks whether the process lives. What is being answered is never cut: many clients may
 * share the address of a proxy.
 */
export function makeRoom(connections: Connections, most: number): void {
  const { server } = connections;
  const say = sayer();
  server.maxConnections = most;
  server.on('connection', (socket: Socket) => {
    if (connections.size < most) return;
    const open = [...connections.open()];
    if (open.length < most) return;
    const { of, held, cut } = whoLoses(open, most);
    const resting = held.filter((one) => one !== socket && !hasInHand(one));
    const lost = resting.slice(0, Math.ceil(most * cut));
    if (lost.length === 0) return;
    for (const one of lost) one.destroy();
    say(`MAX_CONNECTIONS: of ${held.length} connections of ${of} ${lost.length} were cut`);
  });
  server.on('drop', () => say(`MAX_CONNECTIONS: there are ${most}, and no more are taken`));
}

function whoLoses(open: readonly Socket[], most: number) {
  const [address, held] = largestOf(open);
  return held.length < most * SHARE
    ? { of: 'all clients', held: open, cut: CUT_OF_ALL }
    : { of: address, held, cut: CUT };
}

/** The address that holds most connections, and these, the oldest first. */
function largestOf(open: readonly Socket[]): readonly [string, readonly Socket[]] {
  const byAddress = new Map<string, Socket[]>();
  for (const one of open) {
    const address = addressKey(one.remoteAddress);
    const held = byAddress.get(address);
    if (held) held.push(one);
    else byAddress.set(address, [one]);
  }
  return [...byAddress].reduce((a, b) => (b[1].length > a[1].length ? b : a));
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
