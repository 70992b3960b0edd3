import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { errorBody, Problem } from '@parapet/contracts';
import type { FastifyHttpOptions, FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../settings/settings.config';
import { givenRequestId, requestIds } from './request-id';
import { schemaProblem } from './schema-sentence';

const newRequestId = requestIds();

function brokenHttp(code: string | undefined): { status: number; said: string } {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return { status: 408, said: 'The request took too long to arrive' };
  if (code === 'HPE_HEADER_OVERFLOW') return { status: 431, said: 'The headers are too large' };
  return { status: 400, said: 'The request is not valid HTTP' };
}

/** What is not even HTTP gets a short answer of its own; there is no request to speak of. */
function refuseBrokenHttp(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const { status, said } = brokenHttp(error.code);
  const body = JSON.stringify(errorBody(new Problem('bad_request', said), 'general'));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `X-Request-Id: ${newRequestId()}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** Every limit that Fastify and Node can hold for us. `refuseBadPath` answers what the router cannot read. */
export const serverOptions = (
  settings: Pick<Settings, 'trustProxy'>,
  refuseBadPath: (error: Error, request: FastifyRequest, reply: FastifyReply) => void,
): FastifyHttpOptions<Server> & { skipMiddie: boolean } => ({
  logger: false,
  bodyLimit: 256 * 1024,
  keepAliveTimeout: 65_000,
  requestTimeout: 30_000,
  // Below requestTimeout, and looked at often: otherwise a slow body is never cut.
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 5_000 },
  // A request that arrives on a kept connection while we stop is served, and told to go.
  return503OnClosing: false,
  trustProxy: settings.trustProxy.length > 0 ? [...settings.trustProxy] : false,
  requestIdHeader: false,
  genReqId: (raw) => givenRequestId(raw.headers['x-request-id']) ?? newRequestId(),
  ajv: { customOptions: { removeAdditional: false, coerceTypes: false, allErrors: false } },
  schemaErrorFormatter: schemaProblem,
  clientErrorHandler: refuseBrokenHttp,
  frameworkErrors: refuseBadPath,
  // Nest's middleware is not used, so requests do not pay for it.
  skipMiddie: true,
});
