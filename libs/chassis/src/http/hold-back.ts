import type { FastifyReply, FastifyRequest } from 'fastify';
import { shownBy } from '../auth/sessions';
import { callerKey } from './caller';
import { CallerRefusals } from './caller-refusals';
import { refusedTooOften } from './in-turn';

/** Milliseconds for which a client is kept waiting that goes on although it was refused. */
export const HOLD_MS = 1_000;

/** What a client hears that should send something else; 429 weighs most, for it was told how long to wait. */
const WEIGHTS: ReadonlyMap<number, number> = new Map([
  ...[400, 401, 403, 413, 415].map((status) => [status, 1] as const),
  [429, 25],
]);

/** Whether the connection is the client's own, and not that of a proxy, on which others come too. */
export const hasOwnConnection = ({ ips }: FastifyRequest): boolean =>
  ips === undefined || ips.length < 2;

/** Who asks: the caller, or whoever shows this token or session where it is only sent on; undefined for nobody in particular. */
const nameOf = ({ caller, forwardedTo, headers }: FastifyRequest): string | undefined => {
  if (caller) return callerKey(caller);
  return forwardedTo === undefined ? undefined : shownBy(headers);
};

/** Keeps those waiting who would else get thousands of refusals a second, which others would wait for. */
export class HoldBack {
  private readonly refusals = new CallerRefusals();

  /** Goes on at once, or in a second where a connection, or a caller on many, has got little but refusals for a while. */
  before(request: FastifyRequest, reply: FastifyReply, goOn: () => void): void {
    // Whoever meets a fault of ours did nothing wrong, and nothing right either.
    if (reply.statusCode >= 500) return goOn();
    const name = nameOf(request);
    const weight = WEIGHTS.get(reply.statusCode) ?? 0;
    const ofConnection = refusedTooOften(request.raw.socket, weight);
    const ofCaller = name !== undefined && this.refusals.tooOften(name, weight);
    const isHeld = (ofConnection || ofCaller) && hasOwnConnection(request);
    if (!isHeld) return goOn();
    // Fastify's clock goes on: it would answer meanwhile, in words of its own, and this answer would be one too many.
    reply.hijack();
    setTimeout(goOn, HOLD_MS);
  }
}
