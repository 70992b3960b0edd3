import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * The connections of a server. Whether one has ended is looked at, not heard of: a listener beside Node's own, which comes and goes with
 * each answer, keeps answers from the garbage collector.
 */
export class Connections {
  private readonly all = new Set<Socket>();

  constructor(readonly server: Server) {
    server.on('connection', (socket: Socket) => this.all.add(socket));
  }

  /** No fewer than are open: some that have ended may be counted. */
  get size(): number {
    return this.all.size;
  }

  /** Those that are open, the oldest first. Lets go of the others: to be called every few seconds. */
  *open(): Iterable<Socket> {
    for (const socket of this.all)
      if (socket.destroyed) this.all.delete(socket);
      else yield socket;
  }
}
