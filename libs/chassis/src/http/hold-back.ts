import type { FastifyReply, FastifyRequest } from 'fastify';
import { refusedTooOften } from './in-turn';

/** For which a client is kept waiting that sends one bad request after the other. */
const HOLD_MS = 1_000;

/** What a client hears that should send something else, or nothing for a while. */
const REFUSALS: ReadonlySet<number> = new Set([400, 401, 403, 413, 415, 429]);

/** Whether the connection is the client's own, and not that of a proxy, on which others come too. */
const isDirect = ({ ips }: FastifyRequest): boolean => ips === undefined || ips.length < 2;

/**
 * Goes on at once, or in a second where a connection has got nothing but refusals for a while: it would else get thousands of them a
 * second, which others would wait for.
 */
export function holdBack(request: FastifyRequest, reply: FastifyReply, goOn: () => void): void {
  const refused = REFUSALS.has(reply.statusCode);
  const tooOften = refusedTooOften(request.raw.socket, refused);
  if (tooOften && isDirect(request)) setTimeout(goOn, HOLD_MS);
  else goOn();
}
