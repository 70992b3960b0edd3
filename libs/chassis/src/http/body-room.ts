import { Unavailable } from '@parapet/contracts';
import type {
  FastifyInstance,
  FastifyRequest,
  onSendHookHandler,
  preParsingHookHandler,
} from 'fastify';
import { announcedMedia, bodyLimit } from './body-parsers';

/** Bytes of all bodies of lines that are in memory; and milliseconds until one that finds no room is sent away. */
const LINES = { room: 64 * 1024 * 1024, patience: 5_000 };

interface Waiter {
  readonly bytes: number;
  readonly go: () => void;
}

/** Room in memory for large bodies: so many agents that come back at once after an outage wait for each other, unread. */
export class BodyRoom {
  private readonly waiting = new Set<Waiter>();

  /** @param room bytes @param patience milliseconds until who waits is sent away */
  constructor(
    private room: number,
    private readonly patience: number,
  ) {}

  /**
   * Calls back once: with null when there is room, which may be at once; with a refusal when there was none in time.
   * @returns gives the room back, or the place of one who waits; does nothing the second time
   */
  take(bytes: number, then: (refusal: Unavailable | null) => void): () => void {
    let taken = false;
    const leave = (): void => {
      clearTimeout(late);
      this.waiting.delete(waiter);
    };
    const waiter: Waiter = {
      bytes,
      go: () => {
        leave();
        taken = true;
        then(null);
      },
    };
    const late = setTimeout(() => {
      leave();
      then(new Unavailable('too many large bodies are being read; send it again'));
    }, this.patience);
    this.waiting.add(waiter);
    this.begin();
    return () => {
      leave();
      if (taken) this.room += bytes;
      taken = false;
      this.begin();
    };
  }

  /** Lets go who may, in their order. */
  private begin(): void {
    for (const waiter of this.waiting) {
      if (waiter.bytes > this.room) return;
      this.room -= waiter.bytes;
      waiter.go();
    }
  }
}

/** Bytes that a body may take. What it is when it is inflated, or how long it is when it does not say so, nobody knows. */
function mostBytes(request: FastifyRequest): number {
  const { 'content-length': length, 'content-encoding': coding = 'identity' } = request.headers;
  const most = bodyLimit(request);
  return length === undefined || coding !== 'identity' ? most : Math.min(Number(length), most);
}

/** Lets bodies of lines, which may be large and are in memory as a whole, wait for room before they are read. */
export function shareRoom(instance: FastifyInstance, { room, patience } = LINES): void {
  const bodies = new BodyRoom(room, patience);
  const givenBack = new WeakMap<FastifyRequest, () => void>();
  const wait: preParsingHookHandler = (request, reply, payload, done) => {
    if (announcedMedia(request) !== 'ndjson') return done(null, payload);
    const give = bodies.take(mostBytes(request), (refusal) => done(refusal, payload));
    givenBack.set(request, give);
    // Of a client that goes away nothing else tells.
    reply.raw.once('close', give);
  };
  // How slowly its answer is read is nobody else's loss.
  const giveBack: onSendHookHandler = (request, _reply, payload, done) => {
    givenBack.get(request)?.();
    done(null, payload);
  };
  instance.addHook('onRoute', (route) => {
    if (!route.config?.media?.includes('ndjson')) return;
    route.preParsing = [...[route.preParsing ?? []].flat(), wait];
    route.onSend = [...[route.onSend ?? []].flat(), giveBack];
  });
}
