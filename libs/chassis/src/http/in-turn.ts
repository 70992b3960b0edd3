import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of one connection that are answered at the same time, at most. */
const IN_HAND = 16;
/** Requests of one connection that have been read and wait behind those, at most: who sends more is cut off. */
const WAITING = 128;
/** And those of all connections, each of which is 2 KiB: who has more than a few then is cut off. They came in a few bytes each. */
const [FEW, WAITING_IN_ALL] = [4, 16_384];

/** What refusals one after the other may weigh that a connection gets as fast as it asks. */
const FREE_REFUSALS = 100;

/** What waits on all connections of a server. */
interface Queue {
  readonly most: number;
  waiting: number;
}

/** The requests of one connection, in their order. */
class Line {
  /** The last one that was read, unless it is over and another may follow: kept, it would be what a connection weighs. */
  last: { readonly request: IncomingMessage; readonly response: ServerResponse } | undefined;
  private settled: (() => void) | undefined;
  private refusals = 0;
  private resting = false;
  private readonly inHand = new Set<ServerResponse>();
  private readonly waiting: (readonly [IncomingMessage, ServerResponse])[] = [];

  constructor(
    private readonly socket: Socket,
    private readonly handle: RequestListener,
    private readonly all: Queue,
  ) {
    // Node reads on whenever a body has been read to its end.
    socket.on('resume', () => {
      if (this.waiting.length > 0 || this.restsNow) socket.pause();
    });
  }

  take(request: IncomingMessage, response: ServerResponse): void {
    // Behind an answer that ends the connection nothing can be answered.
    if (this.socket.destroyed || this.last?.response.shouldKeepAlive === false) return;
    this.last = { request, response };
    if (this.inHand.size < this.atOnce) return this.begin(request, response);
    if (this.isLong) {
      this.socket.destroy();
      return;
    }
    this.waiting.push([request, response]);
    this.all.waiting += 1;
    this.socket.pause();
  }

  /** Adds up refusals since the last request that was right, whose weight is 0; answers whether they are too many. */
  judged(weight: number): boolean {
    this.refusals = weight > 0 ? this.refusals + weight : 0;
    return this.refusals > FREE_REFUSALS;
  }

  /** Leaves unread for so long what follows the request that is being answered. */
  rest(ms: number): void {
    if (this.resting) return;
    this.resting = true;
    setTimeout(() => {
      this.resting = false;
      this.beginNext();
      this.socket.resume();
    }, ms).unref();
  }

  /** Who sent a bad request is served one at a time until it sends a good one. */
  private get atOnce(): number {
    if (this.resting) return 0;
    return this.refusals > 0 ? 1 : IN_HAND;
  }

  private get isLong(): boolean {
    const most = this.all.waiting < this.all.most ? WAITING : FEW;
    return this.waiting.length >= most;
  }

  /** What is still arriving is read to its end. */
  private get restsNow(): boolean {
    return this.resting && this.last?.request.complete !== false;
  }

  get isBusy(): boolean {
    return this.inHand.size > 0;
  }

  /** Calls back once, when every request before the one that is still arriving has been answered. */
  whenAnswered(then: () => void): void {
    this.settled = then;
    this.settle();
  }

  private begin(request: IncomingMessage, response: ServerResponse): void {
    this.inHand.add(response);
    response.once('close', () => this.done(response));
    this.handle(request, response);
  }

  /** The end of an answer also tells the end of its connection. */
  private done(response: ServerResponse): void {
    this.inHand.delete(response);
    if (this.socket.destroyed) this.cut();
    if (this.last?.response === response && this.last.request.complete && response.shouldKeepAlive)
      this.last = undefined;
    this.beginNext();
  }

  private beginNext(): void {
    if (this.restsNow) this.socket.pause();
    while (this.inHand.size < this.atOnce) {
      const next = this.waiting.shift();
      if (!next) break;
      this.all.waiting -= 1;
      if (this.waiting.length === 0) this.socket.resume();
      this.begin(...next);
    }
    this.settle();
  }

  private settle(): void {
    if (!this.settled || this.waiting.length > 0) return;
    const arriving = this.last?.request.complete === false ? this.last.response : undefined;
    const before = [...this.inHand].filter((response) => response !== arriving);
    if (before.length > 0) return;
    this.settled();
    this.settled = undefined;
  }

  /** Node tells the response whose turn it is that the client has gone; the ones behind it are told here. */
  private cut(): void {
    this.all.waiting -= this.waiting.length;
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
 * @param most that wait on all connections before each may have but a few
 */
export function inTurn(handle: RequestListener, most = WAITING_IN_ALL): RequestListener {
  const all: Queue = { most, waiting: 0 };
  return (request, response) => {
    const { socket } = request;
    let line = lines.get(socket);
    if (!line) lines.set(socket, (line = new Line(socket, handle, all)));
    line.take(request, response);
  };
}

/**
 * Adds up what was refused on this connection, one request after the other; answers whether it is too much.
 * @param weight 0 for a request that was right: it makes good for those before
 */
export const refusedTooOften = (socket: Socket, weight: number): boolean =>
  lines.get(socket)?.judged(weight) ?? false;

/** Reads nothing more of a connection for so many milliseconds, but the rest of what is being answered. */
export const leaveUnread = (socket: Socket, ms: number): void => lines.get(socket)?.rest(ms);

/** Whether a request of this connection is being answered. */
export const hasInHand = (socket: Socket): boolean => lines.get(socket)?.isBusy ?? false;

/** What can be said on a connection whose next bytes are no request. */
export interface BrokenLine {
  /** The request in the middle of which it broke; null when it broke between two. */
  readonly arriving: Pick<IncomingMessage, 'method' | 'url'> | null;
  /** Whether that request has been answered already: a second answer would be taken for that of another. */
  readonly answered: boolean;
}

/** Calls back when all that came before on this connection has been answered, so that nothing is said out of turn. */
export function breakOff(socket: Socket, then: (broken: BrokenLine) => void): void {
  const line = lines.get(socket);
  if (!line) return then({ arriving: null, answered: false });
  line.whenAnswered(() => {
    const { request, response } = line.last ?? {};
    const arriving = request?.complete === false ? request : null;
    then({ arriving, answered: arriving !== null && response?.headersSent === true });
  });
}
