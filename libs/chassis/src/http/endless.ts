import type { Server } from 'node:http';

/** What of a Fastify reply an answer needs that has no end of its own. */
export interface EndlessReply {
  readonly server: { readonly server: Server };
  readonly raw: {
    readonly destroyed: boolean;
    once(event: 'close', listener: () => void): unknown;
  };
}

/** How to end what is open, of each server; null once the server stops. */
const open = new WeakMap<Server, Set<() => void> | null>();

/**
 * Says of an answer that has no end of its own how to end it: when the process stops, so that its client goes elsewhere. It is
 * forgotten when the answer is over. Where its client has gone already it is ended at once.
 */
export function endless({ server: { server }, raw }: EndlessReply, end: () => void): void {
  const ends = open.get(server);
  if (ends === null || raw.destroyed) return end();
  const known = ends ?? new Set();
  open.set(server, known.add(end));
  raw.once('close', () => known.delete(end));
}

/** Ends all that are open, and whatever begins from now on. */
export function endEndless(server: Server): void {
  const ends = open.get(server) ?? [];
  open.set(server, null);
  for (const end of ends) end();
}
