import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Connections } from './connections';
import { endEndless } from './endless';
import { hasInHand } from './in-turn';

/** How long clients on kept connections get to hear that they should go: their next request is still answered. */
const FAREWELL_MS = 200;
/** How long requests in hand may take to end once we stop; then they are cut. */
const PATIENCE_MS = 5_000;

/** Those in the middle of an answer are reset: a part of it must not look like the whole, see `resetBrokenAnswers`. */
function cutAll(connections: Connections): void {
  for (const socket of connections.open()) if (hasInHand(socket)) socket.resetAndDestroy();
  connections.server.closeAllConnections();
}

/**
 * Prepares a server to be stopped gently; answers the stop. Every answer tells its client to go, so that a client which is just
 * sending on a kept connection is not cut off; then no connection is taken any more, answers without an end are ended, the requests in
 * hand are answered, and the stop resolves when the last connection is gone.
 */
export function drainer(
  instance: FastifyInstance,
  connections: Connections,
  patience = PATIENCE_MS,
): () => Promise<void> {
  let draining = false;
  instance.addHook('onSend', (_request, reply, payload, done) => {
    if (draining) reply.header('connection', 'close');
    done(null, payload);
  });
  return async () => {
    draining = true;
    if (instance.server.listening) await wait(FAREWELL_MS);
    const { server } = instance;
    endEndless(server);
    const cut = setTimeout(() => cutAll(connections), patience);
    await instance.close();
    // Fastify closes a server of our own making only where it was told itself to listen.
    if (server.listening) await once(server.close(), 'close');
    clearTimeout(cut);
  };
}
