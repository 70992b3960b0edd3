import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { errorBody, Problem } from '@parapet/contracts';
import type { FastifyHttpOptions, FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../settings/settings.config';
import { shapeOfUnrouted, type Unrouted } from './answer-error';
import { headProblem } from './head-problem';
import { breakOff, type BrokenLine, inTurn } from './in-turn';
import { givenRequestId, requestIds } from './request-id';
import { schemaProblem } from './schema-sentence';
import { type StandingHeaders, standingHeaders } from './standing-headers';
import { TOO_SLOW } from './to-problem';

const newRequestId = requestIds();

/** How long a client that was refused has to read why. */
const LINGER_MS = 1_000;

interface Broken extends Error {
  readonly code?: string;
  /** What had come when the parser gave up. */
  readonly rawPacket?: unknown;
}
interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly details: string;
}

function brokenHttp({ code, message }: Broken): Refusal {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return { status: 408, ...TOO_SLOW };
  if (code === 'HPE_HEADER_OVERFLOW')
    return {
      ...{ status: 431, message: 'The headers are too large' },
      details: 'at most 16 KiB, the address included',
    };
  const details = `${message}; send HTTP/1.1 as RFC 9112 defines it`;
  return { status: 400, message: 'The request is not valid HTTP', details };
}

const REQUEST_LINE = /^(?:\r\n)*([A-Z]+) (\S+) HTTP\//;

/** What a broken request asked for, as far as can be told. */
function askedFor({ rawPacket }: Broken, { arriving }: BrokenLine): Unrouted {
  if (arriving) return arriving;
  const line = Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1', 0, 1024) : '';
  const [, method, url] = REQUEST_LINE.exec(line) ?? [];
  return { method, url };
}

function refusalText(error: Broken, line: BrokenLine, standing: StandingHeaders): string {
  const { status, message, details } = brokenHttp(error);
  const problem = new Problem('bad_request', message, details);
  const shape = shapeOfUnrouted(askedFor(error, line));
  // Its own shape belongs to the status 400, and this problem stands for others as well.
  const used = shape === 'agent_creation' && status !== 400 ? 'general' : shape;
  const body = JSON.stringify(errorBody(problem, used));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `X-Request-Id: ${newRequestId()}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    ...Object.entries(standing).map(([name, value]) => `${name}: ${value}`),
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

/** What is not even HTTP, or arrives too slowly, gets a short answer of its own; no handler hears of it. */
function refuseBrokenHttp(error: Broken, socket: Socket, standing: StandingHeaders): void {
  if (error.code === 'ECONNRESET') return;
  breakOff(socket, (line) => {
    if (!socket.writable) return;
    if (line.answered) socket.end();
    else socket.end(refusalText(error, line, standing));
    // Node looks after this socket no more: a client that never hangs up would hold it for ever.
    const cut = setTimeout(() => socket.destroy(), LINGER_MS);
    socket.once('close', () => clearTimeout(cut));
  });
}

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

/**
 * Takes up what Node would answer by itself, without a body: an `Expect` other than 100-continue is passed over, which the
 * standard allows; CONNECT is refused.
 */
export function answerOddRequests(server: Server, standing: StandingHeaders): void {
  server.on('checkExpectation', (request, response) => {
    server.emit('request', request, response);
  });
  server.on('connect', (_, socket: Socket) => {
    // Node has let go of this socket: nobody else hears its errors.
    socket.on('error', () => socket.destroy());
    refuseBrokenHttp(new Error('CONNECT is not taken here'), socket, standing);
  });
}

const SERVER = {
  // Missing, it is answered as everything else is, with a body.
  requireHostHeader: false,
  keepAliveTimeout: 65_000,
  requestTimeout: 30_000,
  // Below requestTimeout, and looked at often: otherwise a slow body is never cut.
  ...{ headersTimeout: 10_000, connectionsCheckingInterval: 5_000 },
};

/** Every limit that Fastify and Node can hold for us. `refuseBadPath` answers what the router cannot read. */
export const serverOptions = (
  settings: Pick<Settings, 'trustProxy' | 'publicUrl'>,
  refuseBadPath: (error: Error, request: FastifyRequest, reply: FastifyReply) => void,
): FastifyHttpOptions<Server> & { skipMiddie: boolean } => ({
  logger: false,
  bodyLimit: 256 * 1024,
  serverFactory: (handle) => createServer(SERVER, lastIfOdd(inTurn(handle))),
  // A request that arrives on a kept connection while we stop is served, and told to go.
  return503OnClosing: false,
  trustProxy: settings.trustProxy.length > 0 ? [...settings.trustProxy] : false,
  requestIdHeader: false,
  genReqId: (raw) => givenRequestId(raw.headers['x-request-id']) ?? newRequestId(),
  ajv: { customOptions: { removeAdditional: false, coerceTypes: false, allErrors: false } },
  schemaErrorFormatter: schemaProblem,
  clientErrorHandler: (error, socket) => refuseBrokenHttp(error, socket, standingHeaders(settings)),
  frameworkErrors: refuseBadPath,
  // Nest's middleware is not used, so requests do not pay for it.
  skipMiddie: true,
});
