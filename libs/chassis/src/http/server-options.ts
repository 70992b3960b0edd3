import { createServer, type RequestListener, type Server } from 'node:http';
import type { FastifyHttpOptions, FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../settings/settings.config';
import type { RefuseBroken } from './broken-http';
import { headProblem } from './head-problem';
import { inTurn } from './in-turn';
import { givenRequestId, newRequestId } from './request-id';
import { schemaProblem } from './schema-sentence';

/**
 * Nothing may follow a request whose end somebody else may see in another place; nor one that asks for another protocol, because
 * Node drops what came in one piece with it.
 */
const lastIfOdd =
  (handle: RequestListener): RequestListener =>
  (request, response) => {
    if (request.headers.upgrade !== undefined || headProblem(request) !== null)
      response.shouldKeepAlive = false;
    handle(request, response);
  };

const SERVER = {
  // Missing, it is answered as everything else is, with a body.
  requireHostHeader: false,
  keepAliveTimeout: 65_000,
  requestTimeout: 30_000,
  // Below requestTimeout, and looked at often: otherwise a slow body is never cut.
  ...{ headersTimeout: 10_000, connectionsCheckingInterval: 5_000 },
};

const KIB = 1024;
/** Bytes of headers that a client may send, and those that proxies may add: what a gateway takes, its services must not refuse. */
const [HEADERS, ADDED] = [16 * KIB, KIB];

/** Who answers what no handler gets to see. */
export interface Refusals {
  /** A path that the router cannot read. */
  badPath(error: Error, request: FastifyRequest, reply: FastifyReply): void;
  readonly brokenHttp: RefuseBroken;
}

/** Every limit that Fastify and Node can hold for us. */
export const serverOptions = (
  settings: Pick<Settings, 'trustProxy'>,
  refusals: Refusals,
): FastifyHttpOptions<Server> & { skipMiddie: boolean } => ({
  logger: false,
  bodyLimit: 256 * KIB,
  serverFactory: (handle) => {
    const maxHeaderSize = HEADERS + (settings.trustProxy.length > 0 ? ADDED : 0);
    return createServer({ ...SERVER, maxHeaderSize }, lastIfOdd(inTurn(handle)));
  },
  // A request that arrives on a kept connection while we stop is served, and told to go.
  return503OnClosing: false,
  trustProxy: settings.trustProxy.length > 0 ? [...settings.trustProxy] : false,
  requestIdHeader: false,
  genReqId: (raw) => givenRequestId(raw.headers['x-request-id']) ?? newRequestId(),
  ajv: { customOptions: { removeAdditional: false, coerceTypes: false, allErrors: false } },
  schemaErrorFormatter: schemaProblem,
  clientErrorHandler: refusals.brokenHttp,
  frameworkErrors: (error, request, reply) => refusals.badPath(error, request, reply),
  // Nest's middleware is not used, so requests do not pay for it.
  skipMiddie: true,
});
