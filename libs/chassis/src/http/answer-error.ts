import { Logger } from '@nestjs/common';
import { AGENT_UNAUTHORIZED, errorBody, type ErrorShape, Problem } from '@parapet/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LARGEST_BODY } from './body-parsers';
import { plainPath } from './request-path';
import { routeOf } from './route-of';
import { isTimeout, toProblem } from './to-problem';

const logger = new Logger('http');

/** Paths of agents: what is answered there, even to a path that does not exist, has the agents' shape. */
const AGENT_PATHS = /^\/v1\/(events_v2|agent_heartbeat|integrations)(?=\/|$)/;

/** A request as it was sent, for which no route of this process was found, or not yet. */
export interface Unrouted {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
}

/** The shape of errors of a request that no route of this process matches. */
export function shapeOfUnrouted({ method, url = '/' }: Unrouted): ErrorShape {
  const path = plainPath(url);
  if (method === 'POST' && path === '/v1/agents') return 'agent_creation';
  return AGENT_PATHS.test(path) ? 'agent' : 'general';
}

/** The shape in which errors of this request are answered. */
function shapeOf(request: FastifyRequest): ErrorShape {
  const access = routeOf(request).config?.access;
  if (access) return access.shape;
  return shapeOfUnrouted(request);
}

/** The 401 of a route. */
export const unauthorized = (request: FastifyRequest): Problem =>
  shapeOf(request) === 'agent'
    ? new Problem('unauthorized', AGENT_UNAUTHORIZED)
    : new Problem(
        'unauthorized',
        'Missing or invalid token',
        'send Authorization: Bearer <token> with a user token that is not expired or revoked',
      );

function fault(error: unknown, request: FastifyRequest): Problem {
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const { id, method, span } = request;
  const traced = span?.isSampled && { trace_id: span.traceId, span_id: span.spanId };
  logger.error({ msg: 'request failed', request: id, ...traced, method, what });
  const told = `try again; if it stays, tell those who run this house of request ${id}`;
  return new Problem('internal', 'Something went wrong on our side', told);
}

/**
 * What of a body that was refused is still read, so that its sender gets to hear why; more is cut off. Twice what any route takes: who
 * sends a little too much is the one that can mend it.
 */
const LISTEN_BYTES = 2 * LARGEST_BODY;

/**
 * Fastify hangs up on whoever sent a body that was refused. Who is still sending would be reset then and never read the answer, a
 * proxy no less than a client; so the rest is let run out, within the 30 s that a request may take.
 */
function hearOut(request: FastifyRequest, reply: FastifyReply): void {
  const announced = Number(request.headers['content-length'] ?? 0);
  const isKept = announced <= LISTEN_BYTES && reply.raw.shouldKeepAlive;
  // Said, and not left out: a client of HTTP/1.0 would wait for the end of the connection.
  reply.header('connection', isKept ? 'keep-alive' : 'close');
}

/** Every error of the house, whoever threw it, leaves through here. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const problem = toProblem(error, request) ?? fault(error, request);
  if (reply.sent) return;
  // The rest of a body that is late would be taken for the next request.
  if (isTimeout(error) && !request.raw.complete) reply.header('connection', 'close');
  else hearOut(request, reply);
  if (problem.status === 401) reply.header('www-authenticate', 'Bearer');
  if (problem.retryAfter !== undefined) reply.header('retry-after', Math.ceil(problem.retryAfter));
  reply
    .code(problem.status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(errorBody(problem, shapeOf(request))));
}
