import type { FastifyReply, FastifyRequest } from 'fastify';
import { refusedTooOften } from './in-turn';

/** Milliseconds for which a client is kept waiting that goes on although it was refused. */
export const HOLD_MS = 1_000;

/** What a client hears that should send something else; 429 and 503 weigh most, for it was told how long to wait. */
const WEIGHTS: ReadonlyMap<number, number> = new Map([
  ...[400, 401, 403, 413, 415].map((status) => [status, 1] as const),
  ...[429, 503].map((status) => [status, 25] as const),
]);

/** Whether the connection is the client's own, and not that of a proxy, on which others come too. */
const isDirect = ({ ips }: FastifyRequest): boolean => ips === undefined || ips.length < 2;

/**
 * Goes on at once, or in a second where a connection has got nothing but refusals for a while: it would else get thousands of them a
 * second, which others would wait for.
 */
export function holdBack(request: FastifyRequest, reply: FastifyReply, goOn: () => void): void {
  const weight = WEIGHTS.get(reply.statusCode) ?? 0;
  const tooOften = refusedTooOften(request.raw.socket, weight);
  if (tooOften && isDirect(request)) setTimeout(goOn, HOLD_MS);
  else goOn();
}
