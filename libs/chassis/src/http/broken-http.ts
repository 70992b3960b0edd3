import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { errorBody, Problem, shapeAt } from '@parapet/contracts';
import { shapeOfUnrouted, type Unrouted } from './answer-error';
import { HOLD_MS } from './hold-back';
import { breakOff, type BrokenLine } from './in-turn';
import { newRequestId } from './request-id';
import { CutBody, TooSlow } from './to-problem';

/** How long a client that was refused has to read why. */
const LINGER_MS = 1_000;

interface Broken extends Error {
  readonly code?: string;
  /** What had come when the parser gave up. */
  readonly rawPacket?: unknown;
}

/** What an address is told that sent something which is no request. */
export interface StrayAnswer {
  readonly headers: Readonly<Record<string, string | number>>;
  /** That it sent too much of it; null while it did not. */
  readonly over: Problem | null;
}

/** Answers what is not HTTP on a connection, and ends that. */
export type RefuseBroken = (error: Broken, socket: Socket) => void;

class HeadersTooLarge extends Problem {
  constructor() {
    super('bad_request', 'The headers are too large', 'at most 16 KiB, the address included');
  }
  override get status(): number {
    return 431;
  }
}

function brokenHttp({ code, message }: Broken, { arriving }: BrokenLine): Problem {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new TooSlow();
  if (code === 'HPE_INVALID_EOF_STATE' && arriving) return new CutBody();
  if (code === 'HPE_HEADER_OVERFLOW') return new HeadersTooLarge();
  const details = `${message}; send HTTP/1.1 as RFC 9112 defines it`;
  return new Problem('bad_request', 'The request is not valid HTTP', details);
}

const REQUEST_LINE = /^(?:\r\n)*([A-Z]+) (\S+) HTTP\//;

/** What a broken request asked for, as far as can be told. */
function askedFor({ rawPacket }: Broken, { arriving }: BrokenLine): Unrouted {
  if (arriving) return arriving;
  const line = Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1', 0, 1024) : '';
  const [, method, url] = REQUEST_LINE.exec(line) ?? [];
  return { method, url };
}

function refusalText(error: Broken, line: BrokenLine, { headers, over }: StrayAnswer): string {
  const problem = over ?? brokenHttp(error, line);
  const { status } = problem;
  // `bad_request` stands for more than status 400 here.
  const shape = shapeAt(status, shapeOfUnrouted(askedFor(error, line)));
  const body = JSON.stringify(errorBody(problem, shape));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'content-type: application/json; charset=utf-8',
    `x-request-id: ${newRequestId()}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(problem.retryAfter === undefined ? [] : [`retry-after: ${Math.ceil(problem.retryAfter)}`]),
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

/** Says the last on a connection. */
function hangUp(socket: Socket, text = ''): void {
  if (!socket.writable) return;
  socket.end(text);
  // Node looks after this socket no more: a client that never hangs up would hold it for ever.
  const cut = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(cut));
}

/**
 * What is not even HTTP, or arrives too slowly, gets a short answer of its own; no handler hears of it.
 * @param stray counts it for the address that it came from
 */
export const brokenHttpRefuser =
  (stray: (address: string) => Promise<StrayAnswer>): RefuseBroken =>
  (error, socket) => {
    if (error.code === 'ECONNRESET') return;
    breakOff(socket, (line) => {
      if (line.answered) return hangUp(socket);
      void stray(socket.remoteAddress ?? '').then((answer) => {
        const say = (): void => hangUp(socket, refusalText(error, line, answer));
        if (answer.over) setTimeout(say, HOLD_MS);
        else say();
      });
    });
  };

/**
 * Takes up what Node would answer by itself, without a body: an `Expect` other than 100-continue is passed over, which the
 * standard allows; CONNECT is refused.
 */
export function answerOddRequests(server: Server, refuse: RefuseBroken): void {
  server.on('checkExpectation', (request, response) => {
    server.emit('request', request, response);
  });
  server.on('connect', (_, socket: Socket) => {
    // Node has let go of this socket: nobody else hears its errors.
    socket.on('error', () => socket.destroy());
    refuse(new Error('CONNECT is not taken here'), socket);
  });
}
