import type { Readable } from 'node:stream';
import { Unavailable } from '@parapet/contracts';
import type { FastifyInstance, onSendHookHandler, preParsingHookHandler } from 'fastify';
import { announcedMedia, mostBytes } from './body-parsers';

/**
 * Bytes of all bodies of lines that are in memory; milliseconds until one that finds no room is sent away; and between two looks at
 * how fast a body comes.
 */
const LINES = { room: 64 * 1024 * 1024, patience: 5_000, look: 250 };
/** A body that comes evenly has come whole after so many looks, which is when Node gives it up. */
const LOOKS = 120;

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

const noRoom = (): Unavailable =>
  new Unavailable('too many large bodies are being read; send it again');

/** Room in memory for large bodies: so many agents that come back at once after an outage wait for each other, unread. */
export class BodyRoom {
  private readonly waiting = new Set<Waiter>();

  /** @param left bytes @param patience milliseconds until who waits is sent away */
  constructor(
    private left: number,
    private readonly patience: number,
  ) {}

  /**
   * Calls back once: with null when there is room, which may be at once; with a refusal when there was none in time.
   * @returns ends the waiting
   */
  wait(bytes: number, then: (refusal: Unavailable | null) => void): () => void {
    const leave = (): void => {
      clearTimeout(late);
      this.waiting.delete(waiter);
    };
    const end = (refusal: Unavailable | null): void => {
      leave();
      then(refusal);
    };
    const waiter: Waiter = { bytes, go: () => end(null) };
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
}

/** The room that is kept for one body. */
export class BodyPlace {
  private kept = 0;
  private given = false;
  private leave: (() => void) | undefined;

  constructor(private readonly room: BodyRoom) {}

  /** Waits, where need be, until there is room for so many bytes in all. Calls back once, unless the place is given back before. */
  take(bytes: number, then: (refusal: Unavailable | null) => void): void {
    if (this.given) return;
    if (this.holds(bytes)) return then(null);
    const more = bytes - this.kept;
    this.leave = this.room.wait(more, (refusal) => {
      if (!refusal) this.kept += more;
      then(refusal);
    });
  }

  /** Whether there is room for so many. */
  holds(bytes: number): boolean {
    return bytes <= this.kept;
  }

  /** Gives back what is more than so many bytes. */
  keep(bytes: number): void {
    const less = Math.max(0, this.kept - bytes);
    this.kept -= less;
    this.room.give(less);
  }

  /** Gives all back; does nothing the second time. */
  give(): void {
    this.given = true;
    this.leave?.();
    this.keep(0);
  }
}

/**
 * Keeps room for all that a body may be only as long as it comes fast enough; then for no more than twice what has come, and reads on
 * when there is room for more.
 * @returns ends it
 */
function watch(body: Readable, place: BodyPlace, { most, look }: Record<'most' | 'look', number>) {
  let [arrived, expected, slow] = [0, 0, false];
  const looks = setInterval(() => {
    expected += most / LOOKS;
    if (arrived >= expected) return;
    slow = true;
    end();
    place.keep(arrived);
  }, look);
  const end = (): void => clearInterval(looks);
  const goOn = (refusal: Unavailable | null): void => {
    if (refusal) body.off('data', hear).emit('error', refusal);
    body.resume();
  };
  const hear = (piece: Buffer): void => {
    arrived += piece.length;
    if (!slow || place.holds(arrived)) return;
    body.pause();
    place.take(Math.min(2 * arrived, most), goOn);
  };
  body.on('data', hear).on('end', end).on('error', end);
  return end;
}

/** Lets bodies of lines, which may be large and are in memory as a whole, wait for room before they are read. */
export function shareRoom(instance: FastifyInstance, { room, patience, look } = LINES): void {
  const bodies = new BodyRoom(room, patience);
  instance.decorateRequest('bodyPlace', undefined);
  const wait: preParsingHookHandler = (request, reply, payload, done) => {
    if (announcedMedia(request) !== 'ndjson') return done(null, payload);
    const place = new BodyPlace(bodies);
    request.bodyPlace = place;
    // Of a client that goes away nothing else tells.
    reply.raw.once('close', () => place.give());
    const most = mostBytes(request);
    place.take(most, (refusal) => {
      if (!refusal) reply.raw.once('close', watch(request.raw, place, { most, look }));
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
