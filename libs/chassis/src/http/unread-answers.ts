import { Readable } from 'node:stream';
import { Problem } from '@parapet/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callerKey } from './caller';
import { type ShareBounds, Shares } from './shares';

const [KIB, MIB] = [1024, 1024 * 1024];
/** Bytes of all answers that wait in this process until they are read, about, and of those of one caller. */
const BOUNDS: ShareBounds = { all: 256 * MIB, ofOne: 64 * MIB, anyway: 4 * MIB };
/** Shorter ones are not counted. */
const SHORT = 64 * KIB;
/** What an answer in pieces keeps in memory while nobody reads it, about. */
const IN_PIECES = 4 * MIB;
/** What is said of an answer, and not of its refusal. */
const ITS_OWN = ['content-disposition', 'etag', 'link'];

/** Bytes that an answer takes until it is read; one without end has a seat of its own. */
function sizeOf(reply: FastifyReply, payload: unknown): number {
  if (typeof payload === 'string' || payload instanceof Buffer) return payload.length;
  const type = String(reply.getHeader('content-type'));
  return payload instanceof Readable && !type.startsWith('text/event-stream') ? IN_PIECES : 0;
}

const refusal = (why: 'all' | 'own', { ofOne }: ShareBounds): Problem =>
  why === 'own'
    ? new Problem(
        'rate_limited',
        `Answers to this token wait to be read, ${ofOne / MIB} MiB of them`,
        'read them to their end before you ask for more, or ask for shorter pages',
        1,
      )
    : new Problem('unavailable', 'Too many large answers wait to be read', 'try again', 1);

/** A turn is over with the work: of the large answers that a caller asks for, and does not read, only so many are kept. */
class UnreadAnswers {
  private readonly shares: Shares;

  constructor(private readonly bounds = BOUNDS) {
    this.shares = new Shares(bounds);
  }

  /** Null when an answer may wait until it is read. What was done is answered, however much waits. */
  refusal(request: FastifyRequest, reply: FastifyReply, payload: unknown): Problem | null {
    const { caller, method } = request;
    if (!caller || method !== 'GET') return null;
    const size = sizeOf(reply, payload);
    // Of a client that has gone already nothing would tell the end.
    if (size <= SHORT || reply.raw.destroyed) return null;
    const end = this.shares.begin(callerKey(caller), size);
    if (typeof end === 'string') return refusal(end, this.bounds);
    reply.raw.once('close', end);
    return null;
  }
}

/** Bounds what waits in memory for clients that ask for large answers and do not read them. */
export function boundUnread(instance: FastifyInstance): void {
  const unread = new UnreadAnswers();
  instance.addHook('onSend', (request, reply, payload, done) => {
    const problem = unread.refusal(request, reply, payload);
    if (!problem) return done(null, payload);
    if (payload instanceof Readable) payload.destroy();
    for (const name of ITS_OWN) reply.removeHeader(name);
    done(problem);
  });
}
