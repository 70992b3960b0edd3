import { withoutSecrets } from '@parapet/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
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

/** Begins the span of a request, which ends with its connection's part in it: also when the client leaves. What it is about is said then. */
export function beginRequest(tracing: Tracing, request: FastifyRequest, reply: FastifyReply): void {
  if (NOT_TRACED.has(routeOf(request).url ?? '')) return;
  const { traceparent, tracestate } = request.headers as Readonly<Record<string, string>>;
  const span = tracing.begin('HTTP', {
    ...{ kind: 'server', parent: traceparent, state: tracestate, beganAt: request.cameAt },
  });
  request.span = span;
  if (span.isSampled) reply.raw.once('close', () => end(span, request, reply));
}

function end(span: Span, request: FastifyRequest, { raw, statusCode }: FastifyReply): void {
  const method = METHODS.has(request.method) ? request.method : '_OTHER';
  const route = request.is404 ? request.forwardedTo : routeOf(request).url;
  span.rename([method === '_OTHER' ? 'HTTP' : method, route].filter(Boolean).join(' '));
  const facts: SpanFacts = {
    'http.request.method': method,
    ...(raw.headersSent && { 'http.response.status_code': statusCode }),
    'url.path': pathOf(request.url),
    'url.scheme': request.protocol,
    ...(route !== undefined && { 'http.route': route }),
  };
  if (!raw.headersSent) return span.end(facts, 'gone');
  span.end(facts, statusCode >= 500 ? String(statusCode) : undefined);
}

/** A copy: a part of a text keeps the whole of it. */
const pathOf = (url: string): string =>
  withoutSecrets(Buffer.from(url.split('?', 1)[0] ?? '').toString('utf8', 0, LONGEST_PATH));
