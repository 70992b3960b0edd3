import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Forwarding, pathOf } from '@parapet/chassis';
import { Problem } from '@parapet/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Dispatcher } from 'undici';
import { type Failure, failureOf, isRepeatable, problemOf } from './failure';
import { headersForClient, headersForService } from './passed-headers';
import { PassingBody, type SentBody, sentBody } from './sent-body';
import { destinationOf } from './service-paths';
import { Services } from './services';
import type { Upstream } from './upstream';
import type { Upstreams } from './upstreams';

/** One request on its way. */
interface Errand {
  readonly request: FastifyRequest;
  readonly body: SentBody;
  readonly options: Omit<Dispatcher.RequestOptions, 'body' | 'signal'>;
  /** Aborts when the client goes away before it has its answer. */
  readonly left: AbortSignal;
}

/** What a service answered. */
interface Answer extends Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'> {
  readonly body: Buffer | Readable;
}

/** Answers up to here are sent on in one piece. */
const WHOLE_BYTES = 16 * 1024;

/** Sends requests on to the services and their answers back, both as they come. */
@Injectable()
export class Forwarder extends Forwarding {
  constructor(private readonly services: Services) {
    super();
  }

  placeOf(path: string): string | null {
    return destinationOf(path)?.place ?? null;
  }

  async forward(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const left = leaving(reply);
    const body = await sentBody(request.raw);
    const headers = headersForService(request);
    if (body instanceof PassingBody && body.length !== null)
      headers.push('content-length', body.length);
    const { method, raw } = request;
    const options = {
      ...{ method: method as Dispatcher.HttpMethod, path: raw.url ?? '/' },
      headers,
    };
    const answer = await this.ask({ request, body, options, left });
    // The rest of a body that the service did not want would be taken for the next request.
    if (!request.raw.complete) reply.header('connection', 'close');
    return reply
      .code(answer.statusCode)
      .headers(headersForClient(answer.headers))
      .send(answer.body);
  }

  /** Asks one address, and others as long as that is safe. @throws Problem `unavailable` */
  private async ask(errand: Errand): Promise<Answer> {
    const service = destinationOf(pathOf(errand.request))?.service;
    if (!service) throw new Error(`nobody is known for ${errand.request.url}`);
    const way = new Way(this.services.of(service), errand);
    for (;;) {
      const outcome = await attempt(way.upstream, errand);
      if (typeof outcome === 'object') return outcome;
      if (!way.goesOnAfter(outcome)) throw problemOf(outcome, service);
    }
  }
}

/** The addresses that one request tries. */
class Way {
  upstream: Upstream | undefined;
  private readonly tried = new Set<Upstream>();
  private repeated = false;

  constructor(
    private readonly upstreams: Upstreams,
    private readonly errand: Errand,
  ) {
    this.upstream = upstreams.next();
  }

  /** Whether it is safe to ask once more, and where: then `upstream` is that address. */
  goesOnAfter(failure: Failure): boolean {
    const { request, body } = this.errand;
    if (this.upstream) this.tried.add(this.upstream);
    if (body instanceof PassingBody && body.begun) return false;
    const elsewhere = this.upstreams.next(this.tried);
    if (failure === 'cut off') {
      if (this.repeated || !isRepeatable(request)) return false;
      this.repeated = true;
      // Another connection to the same address will do.
      this.upstream = elsewhere ?? this.upstream;
      return true;
    }
    this.upstream = elsewhere;
    return failure === 'never sent' && elsewhere !== undefined;
  }
}

async function attempt(
  upstream: Upstream | undefined,
  { request, options, body, left }: Errand,
): Promise<Answer | Failure> {
  if (!upstream) return 'never sent';
  try {
    const sent = body instanceof PassingBody ? body.stream() : body;
    return await answerOf(
      request,
      await upstream.request({ ...options, body: sent, signal: left }),
    );
  } catch (error) {
    // Nothing is wrong with the service then, and nobody hears what is answered.
    if (left.aborted) throw new Problem('bad_request', 'The client went away');
    upstream.doubt();
    return failureOf(error);
  }
}

/** Takes a small answer whole, which is cheaper and can still be asked for again; passes on all others as they come. */
async function answerOf(
  { method }: FastifyRequest,
  { statusCode, headers, body }: Dispatcher.ResponseData,
): Promise<Answer> {
  const hasBody = method !== 'HEAD' && statusCode !== 204 && statusCode !== 304;
  const small = hasBody && Number(headers['content-length']) <= WHOLE_BYTES;
  return { statusCode, headers, body: small ? Buffer.from(await body.bytes()) : body };
}

/** Aborts when the client goes away before it has its answer. */
function leaving({ raw }: FastifyReply): AbortSignal {
  const left = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) left.abort();
  });
  return left.signal;
}
