import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { endless, Forwarding, originForm } from '@parapet/chassis';
import { Problem } from '@parapet/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Dispatcher } from 'undici';
import { sizeOf } from './answer-size';
import { type Failure, failureOf, isCrowd, isRepeatable, problemOf } from './failure';
import { KnownCallers } from './known-callers';
import { headersForClient, headersForService } from './passed-headers';
import { PassingBody, SentBodies, type SentBody } from './sent-body';
import { destinationOf } from './service-paths';
import { Services } from './services';
import type { Patience, Upstream } from './upstream';
import type { Upstreams } from './upstreams';

/** One request on its way. */
interface Errand {
  readonly request: FastifyRequest;
  readonly body: SentBody;
  readonly options: Omit<Dispatcher.RequestOptions, 'body' | 'signal'>;
  /** Whom it is for. */
  readonly client: string;
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
    const { method, raw } = request;
    const options = {
      ...{ method: method as Dispatcher.HttpMethod, path: originForm(raw.url ?? '/') },
      headers,
    };
    const client = this.callers.nameOf(request);
    const answer = await this.ask({ request, body, options, client, left }).finally(() =>
      this.bodies.done(body),
    );
    this.callers.answered(request, answer.statusCode);
    // The rest of a body that the service did not want would be taken for the next request.
    if (!request.raw.complete) reply.header('connection', 'close');
    endWithUs(reply, answer);
    return reply
      .code(answer.statusCode)
      .headers(headersForClient(answer.headers))
      .send(answer.body);
  }

  /** Asks one address, and others as long as that is safe. @throws Problem `unavailable` */
  private async ask(errand: Errand): Promise<Answer> {
    const service = destinationOf(errand.request.url)?.service;
    if (!service) throw new Error(`nobody is known for ${errand.request.url}`);
    const way = new Way(this.services.of(service), errand);
    for (;;) {
      const outcome = await attempt(way.upstream, errand);
      if (typeof outcome === 'object') return outcome;
      if (!(await way.goesOnAfter(outcome))) throw problemOf(outcome, service);
    }
  }
}

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
    const { body } = this.errand;
    this.tried.add(this.upstream);
    if (body instanceof PassingBody && body.begun) return false;
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
  { request, options, body, client, left }: Errand,
): Promise<Answer | Failure> {
  try {
    const sent = body instanceof PassingBody ? body.stream() : body;
    const asked = { ...options, body: sent, signal: left };
    return await answerOf(request, await upstream.request(asked, client));
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
  { method }: FastifyRequest,
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
  if (isEndless && body instanceof Readable) endless(reply, () => body.destroy());
}

/** Aborts when the client goes away before it has its answer. */
function leaving({ raw }: FastifyReply): AbortSignal {
  const left = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) left.abort();
  });
  return left.signal;
}
