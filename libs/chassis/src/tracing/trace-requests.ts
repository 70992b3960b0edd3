import { withoutSecrets } from '@parapet/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { routeOf } from '../http/route-of';
import type { Span, SpanFacts, Tracing } from './tracing';

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined where nothing is traced. */
    span: Span | undefined;
  }
}

/** Asked every few seconds by whoever runs the process. */
const NOT_TRACED: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);
/** What the conventions know; any other is made up by who asks. */
const METHODS: ReadonlySet<string> = new Set(
  'GET HEAD POST PUT DELETE PATCH OPTIONS TRACE CONNECT'.split(' '),
);
const LONGEST_PATH = 512;

/** Begins the span of a request. What it is about is said when that is known, and only where somebody sees it. */
export function beginRequest(tracing: Tracing, request: FastifyRequest): void {
  if (NOT_TRACED.has(routeOf(request).url ?? '')) return;
  const { traceparent, tracestate } = request.headers as Readonly<Record<string, string>>;
  request.span = tracing.begin('HTTP', {
    ...{ kind: 'server', parent: traceparent, state: tracestate, beganAt: request.cameAt },
  });
}

/** Ends the spans of requests with their answers. */
export function endRequests(instance: FastifyInstance): void {
  instance.addHook('onResponse', (request, reply, done) => {
    if (request.span) end(request.span, request, reply);
    done();
  });
}

function end(span: Span, request: FastifyRequest, { statusCode }: FastifyReply): void {
  if (!span.isSampled) return;
  const method = METHODS.has(request.method) ? request.method : '_OTHER';
  const route = request.is404 ? request.forwardedTo : routeOf(request).url;
  span.rename([method === '_OTHER' ? 'HTTP' : method, route].filter(Boolean).join(' '));
  const facts: SpanFacts = {
    'http.request.method': method,
    'http.response.status_code': statusCode,
    'url.path': pathOf(request.url),
    'url.scheme': request.protocol,
    ...(route !== undefined && { 'http.route': route }),
  };
  span.end(facts, statusCode >= 500 ? String(statusCode) : undefined);
}

const pathOf = (url: string): string =>
  withoutSecrets((url.split('?', 1)[0] ?? '').slice(0, LONGEST_PATH));
