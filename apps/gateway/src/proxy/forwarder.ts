import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { endless, Forwarding, originForm, type ServiceName } from '@parapet/chassis';
import { Problem } from '@parapet/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Dispatcher } from 'undici';
import { sizeOf } from './answer-size';
import { type Failure, failureOf, isCrowd, isRepeatable, problemOf } from './failure';
import { KnownCallers } from './known-callers';
import { headersForClient, headersForService } from './passed-headers';
import { PassingBody, SentBodies, type SentBody } from './sent-body';
import { ABOUT, destinationOf } from './service-paths';
import { Services } from './services';
import { tracedAttempt } from './traced-attempt';
import type { Asker, Patience, Upstream } from './upstream';
import type { Upstreams } from './upstreams';
import type { WholeHouse } from './whole-house';

/** One request on its way. */
interface Errand {
  readonly request: FastifyRequest;
  readonly body: SentBody;
  readonly options: Omit<Dispatcher.RequestOptions, 'body' | 'signal' | 'headers'> & {
    readonly headers: string[];
  };
  /** Whom it is for. */
  readonly asker: Asker;
  /** Aborts when the client goes away before it has its answer. */
  readonly left: AbortSignal;
}

/** What a service answered. */
interface Answer extends Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'> {
  readonly body: Buffer | Readable | null;
}

/** Bytes of all bodies that are held while they are sent on, at most; beyond it they pass piece by piece. */
const HELD_BYTES = 64 * 1024 * 1024;
/** Until nobody's address is asked once more: behind a name, another replica may have it then. */
const AGAIN_AFTER_MS = 200;

/** Sends requests on to the services and their answers back, both as they come. */
@Injectable()
export class Forwarder extends Forwarding {
  private readonly bodies: SentBodies;
  private readonly callers = new KnownCallers();

  constructor(
    private readonly services: Services,
    private readonly house: WholeHouse,
    patience: Patience,
  ) {
    super();
    this.bodies = new SentBodies(HELD_BYTES, patience.body);
  }

  placeOf(target: string): string | null {
    return destinationOf(target)?.place ?? null;
  }

  async forward(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const left = leaving(reply);
    const body = await this.bodies.of(request.raw);
    const headers = headersForService(request);
    if (body instanceof PassingBody && body.length !== null)
      headers.push('content-length', body.length);
    const options = {
      ...{ method: methodOf(request), path: originForm(request.raw.url ?? '/') },
      headers,
    };
    const errand = { request, body, options, asker: this.askerOf(request), left };
    const said = await this.ask(errand).finally(() => this.bodies.done(body));
    const answer = await this.completed(request, said);
    endWithUs(reply, answer);
    reply.code(answer.statusCode).headers(headersForClient(answer.headers));
    // Of null Fastify would make JSON, and tell the length of that.
    return reply.send(answer.body ?? undefined);
  }

  private askerOf(request: FastifyRequest): Asker {
    return {
      waited: 0,
      name: () => this.callers.nameOf(request),
      answered: (status) => this.callers.answered(request, status),
    };
  }

  /** What a service says of the house is not all that is to be said. */
  private async completed({ forwardedTo }: FastifyRequest, answer: Answer): Promise<Answer> {
    const { statusCode, headers, body } = answer;
    if (forwardedTo !== ABOUT || statusCode !== 200 || body === null) return answer;
    const said = body instanceof Readable ? await buffer(body) : body;
    const { 'content-length': _, ...others } = headers;
    return { statusCode, headers: others, body: await this.house.completed(said) };
  }

  /** Asks those who can answer, one after the other, until one does. @throws Problem `unavailable` */
  private async ask(errand: Errand): Promise<Answer> {
    const services = destinationOf(errand.request.url)?.services ?? [];
    const others = [...services];
    for (let service = others.shift(); service; service = others.shift()) {
      const outcome = await this.askOne(service, errand).catch(asProblem);
      if (others.length > 0 && isAway(outcome) && isWhole(errand.body)) continue;
      if (outcome instanceof Problem) throw outcome;
      return outcome;
    }
    throw new Error(`nobody is known for ${errand.request.url}`);
  }

  /** Asks one address of a service, and others as long as that is safe. @throws Problem `unavailable` */
  private async askOne(service: ServiceName, errand: Errand): Promise<Answer> {
    const way = new Way(this.services.of(service), errand);
    for (;;) {
      const outcome = await this.attempt(way.upstream, errand);
      if (typeof outcome === 'object') return outcome;
      if (!(await way.goesOnAfter(outcome))) throw problemOf(outcome, service);
    }
  }

  private attempt(upstream: Upstream, errand: Errand): Promise<Answer | Failure> {
    const { request, options } = errand;
    if (!request.span) return attempt(upstream, errand);
    return tracedAttempt(request.span, { origin: upstream.origin, options }, (traced) =>
      attempt(upstream, { ...errand, options: traced }),
    );
  }
}

/** Of what is said of the house HEAD knows the length only by what would be said. */
const methodOf = ({ method, forwardedTo }: FastifyRequest): Dispatcher.HttpMethod =>
  forwardedTo === ABOUT && method === 'HEAD' ? 'GET' : (method as Dispatcher.HttpMethod);

function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  throw error;
}

/** Whether nobody answered there, or somebody who cannot yet. */
const isAway = (outcome: Answer | Problem): boolean =>
  outcome instanceof Problem ? outcome.code === 'unavailable' : outcome.statusCode === 503;

/** Whether a body can still be sent from its beginning. */
const isWhole = (body: SentBody): boolean => !(body instanceof PassingBody && body.begun);

/** The addresses that one request tries. */
class Way {
  upstream: Upstream;
  private readonly tried = new Set<Upstream>();
  private repeated = false;
  private waited = false;

  constructor(
    private readonly upstreams: Upstreams,
    private readonly errand: Errand,
  ) {
    const first = upstreams.next();
    if (!first) throw new Error('a service has no address');
    this.upstream = first;
  }

  /** Whether it is safe to ask once more, and where: then `upstream` is that address. */
  async goesOnAfter(failure: Failure): Promise<boolean> {
    this.tried.add(this.upstream);
    if (!isWhole(this.errand.body)) return false;
    const elsewhere = this.upstreams.next(this.tried);
    if (failure === 'cut off') return this.repeats(elsewhere);
    if (failure !== 'never sent' && !isCrowd(failure)) return false;
    if (elsewhere) this.upstream = elsewhere;
    else return failure === 'never sent' && (await this.comesBack());
    return true;
  }

  private repeats(elsewhere: Upstream | undefined): boolean {
    if (this.repeated || !isRepeatable(this.errand.request)) return false;
    this.repeated = true;
    // Another connection to the same address will do.
    this.upstream = elsewhere ?? this.upstream;
    return true;
  }

  /** Nobody has seen the request at any address: one of them is asked again, once. */
  private async comesBack(): Promise<boolean> {
    if (this.waited) return false;
    this.waited = true;
    await wait(AGAIN_AFTER_MS);
    this.upstream = this.upstreams.next() ?? this.upstream;
    return true;
  }
}

async function attempt(
  upstream: Upstream,
  { options, body, asker, left }: Errand,
): Promise<Answer | Failure> {
  try {
    const sent = body instanceof PassingBody ? body.stream() : body;
    const asked = { ...options, body: sent, signal: left };
    return await answerOf(options.method, await upstream.request(asked, asker));
  } catch (error) {
    if (error instanceof Problem) throw error;
    // Nothing is wrong with the service then, and nobody hears what is answered.
    if (left.aborted)
      throw new Problem('bad_request', 'The client went away', 'stay for the answer');
    const failure = failureOf(error);
    if (!isCrowd(failure)) upstream.doubt();
    return failure;
  }
}

/** Takes a small answer whole, which is cheaper and can still be asked for again; passes on all others as they come. */
async function answerOf(
  method: string,
  { statusCode, headers, body }: Dispatcher.ResponseData,
): Promise<Answer> {
  const size = sizeOf(method, { statusCode, headers });
  if (size === 'none') await body.dump();
  if (size === 'large') return { statusCode, headers, body };
  const whole = size === 'none' ? null : Buffer.from(await body.bytes());
  return { statusCode, headers, body: whole };
}

/** An answer that would never end must not keep this process from stopping. */
function endWithUs(reply: FastifyReply, { headers, body }: Answer): void {
  const isEndless = String(headers['content-type']).startsWith('text/event-stream');
  if (!isEndless || !(body instanceof Readable)) return;
  const { raw } = reply;
  endless(reply, () => {
    if (!raw.headersSent) return body.destroy();
    // Not cut off: what has been said until now is to be read to its end.
    body.unpipe(raw);
    return raw.end();
  });
}

/** Aborts when the client goes away before it has its answer. */
function leaving({ raw }: FastifyReply): AbortSignal {
  const left = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) left.abort();
  });
  return left.signal;
}
