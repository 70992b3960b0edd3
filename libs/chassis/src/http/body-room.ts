import type { Readable } from 'node:stream';
import { Unavailable } from '@parapet/contracts';
import type { FastifyInstance, onSendHookHandler, preParsingHookHandler } from 'fastify';
import { announcedMedia, mostBytes, sentBytes } from './body-parsers';

/**
 * `room`: bytes of all bodies of lines that are in memory. `patience`: milliseconds after which one that found no room is sent away.
 * `forbearance`: milliseconds for which one that has room may come too slowly while others wait.
 */
const LINES = { room: 64 * 1024 * 1024, patience: 5_000, forbearance: 1_000 };
/** Who has not sent all of a body in so long is given up by Node. */
const WHOLE_MS = 30_000;

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a body of lines. */
    bodyPlace: BodyPlace | undefined;
  }
}

interface Waiter {
  readonly bytes: number;
  readonly go: () => void;
}

/** A body that is being read. */
interface Coming {
  /** Whether it would not come whole in time if it went on like that. */
  isSlow(): boolean;
  sendAway(): void;
}

const noRoom = (): Unavailable =>
  new Unavailable('too many large bodies are being read; send it again');

/** Room in memory for large bodies: so many agents that come back at once after an outage wait for each other, unread. */
export class BodyRoom {
  private readonly waiting = new Set<Waiter>();
  /** Those that have room. */
  readonly coming = new Set<Coming>();

  /**
   * @param left bytes @param patience milliseconds until who waits is sent away
   * @param forbearance and between two looks for those who are slow, while somebody waits
   */
  constructor(
    private left: number,
    private readonly patience: number,
    readonly forbearance: number,
  ) {}

  /**
   * Calls back once: with null when there is room, which may be at once; with a refusal when there was none in time.
   * @returns ends the waiting
   */
  wait(bytes: number, then: (refusal: Unavailable | null) => void): () => void {
    const leave = (): void => {
      clearInterval(looks);
      clearTimeout(late);
      this.waiting.delete(waiter);
    };
    const end = (refusal: Unavailable | null): void => {
      leave();
      then(refusal);
    };
    const waiter: Waiter = { bytes, go: () => end(null) };
    const looks = setInterval(() => this.sendSlowAway(), this.forbearance);
    const late = setTimeout(() => end(noRoom()), this.patience);
    this.waiting.add(waiter);
    this.give(0);
    return () => {
      leave();
      this.give(0);
    };
  }

  /** Gives so many bytes back, and lets go who may, in their order. */
  give(bytes: number): void {
    this.left += bytes;
    for (const waiter of this.waiting) {
      if (waiter.bytes > this.left) return;
      this.left -= waiter.bytes;
      waiter.go();
    }
  }

  private sendSlowAway(): void {
    for (const body of this.coming) if (body.isSlow()) body.sendAway();
  }
}

/** The room that is kept for one body. */
export class BodyPlace {
  private kept = 0;
  private leave: (() => void) | undefined;

  constructor(private readonly room: BodyRoom) {}

  /** Waits, where need be, for room for so many bytes. Calls back once, unless the place is given back before. */
  take(bytes: number, then: (refusal: Unavailable | null) => void): void {
    this.leave = this.room.wait(bytes, (refusal) => {
      if (!refusal) this.kept = bytes;
      then(refusal);
    });
  }

  /** Gives back what is more than so many bytes. */
  keep(bytes: number): void {
    const less = Math.max(0, this.kept - bytes);
    this.kept -= less;
    this.room.give(less);
  }

  /** Gives all back; does nothing the second time. */
  give(): void {
    this.leave?.();
    this.keep(0);
  }
}

/**
 * Knows how a body comes that has room, and sends it away when others need that.
 * @param bytes that come at most
 * @returns ends it
 */
function follow(body: Readable, bytes: number, { coming, forbearance }: BodyRoom): () => void {
  const began = performance.now() + forbearance;
  let arrived = 0;
  const hear = (piece: Buffer): void => void (arrived += piece.length);
  const one: Coming = {
    isSlow: () => arrived < (bytes * (performance.now() - began)) / WHOLE_MS,
    sendAway: () => body.off('data', hear).emit('error', noRoom()),
  };
  const end = (): void => void coming.delete(one);
  coming.add(one);
  body.on('data', hear).on('end', end).on('error', end);
  return end;
}

/** Lets bodies of lines, which may be large and are in memory as a whole, wait for room before they are read. */
export function shareRoom(
  instance: FastifyInstance,
  { room, patience, forbearance } = LINES,
): void {
  const bodies = new BodyRoom(room, patience, forbearance);
  instance.decorateRequest('bodyPlace', undefined);
  const wait: preParsingHookHandler = (request, reply, payload, done) => {
    if (announcedMedia(request) !== 'ndjson') return done(null, payload);
    const place = new BodyPlace(bodies);
    request.bodyPlace = place;
    // Of a client that goes away nothing else tells.
    reply.raw.once('close', () => place.give());
    place.take(mostBytes(request), (refusal) => {
      if (!refusal) reply.raw.once('close', follow(request.raw, sentBytes(request), bodies));
      done(refusal, payload);
    });
  };
  // How slowly its answer is read is nobody else's loss.
  const giveBack: onSendHookHandler = (request, _reply, payload, done) => {
    request.bodyPlace?.give();
    done(null, payload);
  };
  instance.addHook('onRoute', (route) => {
    if (!route.config?.media?.includes('ndjson')) return;
    route.preParsing = [...[route.preParsing ?? []].flat(), wait];
    route.onSend = [...[route.onSend ?? []].flat(), giveBack];
  });
}
