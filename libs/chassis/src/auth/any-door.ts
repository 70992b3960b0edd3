import type { Problem } from '@parapet/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StrayAnswer } from '../http/broken-http';
import type { Caller } from '../http/caller';
import { headProblem } from '../http/head-problem';
import type { Door } from '../http/door';
import { plainPath } from '../http/request-path';
import { routeOf } from '../http/route-of';
import { limitHeaders, overLimit, sayStanding, settle } from '../limit/limit-headers';
import type { Limits } from '../limit/limits';
import type { Clock } from '../process/clock';

/** Whether this is the API's: by the route that was found, however its path was written. */
const isApi = (request: FastifyRequest): boolean =>
  /^\/v1(?=\/|$)/.test(routeOf(request).url ?? plainPath(request.url));

/** What every door has: heads that others may read differently are refused, and what needs no token counts for its address. */
export abstract class AnyDoor implements Door {
  constructor(
    protected readonly limits: Limits,
    protected readonly clock: Clock,
  ) {}

  /** @throws Problem, or rejects with one, when the request may not pass. */
  pass(request: FastifyRequest, reply: FastifyReply): void | Promise<void> {
    const problem = headProblem(request.raw);
    if (problem === null) return this.admit(request, reply);
    return this.anyone(request, reply, problem);
  }

  /** A request that needs no token, or never gets as far as to show one. */
  anyone(
    request: FastifyRequest,
    reply: FastifyReply,
    problem: Problem | null,
  ): void | Promise<void> {
    const now = this.clock.now();
    const standings = isApi(request) ? this.limits.ofAddress(request.ip, now) : [];
    return settle(reply, standings, { now, problem });
  }

  /** Says on a response where its address stands, without counting: for what is not the client's fault. */
  async tell(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const now = this.clock.now();
    if (isApi(request)) sayStanding(reply, await this.limits.ofAddress(request.ip, now, 0), now);
  }

  /** Counts for an address what is no request, and says where it stands. */
  async stray(address: string): Promise<StrayAnswer> {
    const now = this.clock.now();
    const standings = await this.limits.ofAddress(address, now);
    return { headers: limitHeaders(standings, now), over: overLimit(standings, now) };
  }

  /** Where nobody is known, nobody is sent away for who they are. */
  mayStay(_caller: Caller): boolean {
    return true;
  }

  protected abstract admit(request: FastifyRequest, reply: FastifyReply): void | Promise<void>;
}
