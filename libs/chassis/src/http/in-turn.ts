import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of one connection that are answered at the same time, at most. */
const IN_HAND = 16;
/** Requests of one connection that have been read and wait behind those, at most: who sends more is cut off. */
const WAITING = 128;

/** The requests of one connection, in their order. */
class Line {
  /** The last one that was read. */
  last: IncomingMessage | undefined;
  private readonly inHand = new Set<ServerResponse>();
  private readonly waiting: (readonly [IncomingMessage, ServerResponse])[] = [];

  constructor(
    private readonly socket: Socket,
    private readonly handle: RequestListener,
  ) {
    // Node reads on whenever a body has been read to its end.
    socket.on('resume', () => {
      if (this.waiting.length > 0) socket.pause();
    });
    socket.once('close', () => this.cut());
  }

  take(request: IncomingMessage, response: ServerResponse): void {
    if (this.socket.destroyed) return;
    this.last = request;
    if (this.inHand.size < IN_HAND) return this.begin(request, response);
    if (this.waiting.length >= WAITING) {
      this.socket.destroy();
      return;
    }
    this.waiting.push([request, response]);
    this.socket.pause();
  }

  private begin(request: IncomingMessage, response: ServerResponse): void {
    this.inHand.add(response);
    response.once('close', () => this.done(response));
    this.handle(request, response);
  }

  private done(response: ServerResponse): void {
    this.inHand.delete(response);
    const next = this.socket.destroyed ? undefined : this.waiting.shift();
    if (!next) return;
    if (this.waiting.length === 0) this.socket.resume();
    this.begin(...next);
  }

  /** Node tells the response whose turn it is that the client has gone; the ones behind it are told here. */
  private cut(): void {
    this.waiting.length = 0;
    for (const response of this.inHand) {
      if (response.socket !== null) continue;
      response.destroy();
      response.emit('close');
    }
  }
}

const lines = new WeakMap<Socket, Line>();

/**
 * Takes the requests of each connection a few at a time, and reads no more of it meanwhile. Node alone begins every request that it
 * has read, thousands from one socket, each with all that its answer needs.
 */
export const inTurn =
  (handle: RequestListener): RequestListener =>
  (request, response) => {
    const { socket } = request;
    let line = lines.get(socket);
    if (!line) lines.set(socket, (line = new Line(socket, handle)));
    line.take(request, response);
  };

/** The path and query of the request that is still arriving on a connection; null when none is. */
export function arrivingOn(socket: Socket): string | null {
  const last = lines.get(socket)?.last;
  return last === undefined || last.complete ? null : (last.url ?? null);
}
