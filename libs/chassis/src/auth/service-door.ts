import { Injectable } from '@nestjs/common';
import { allows, type Permission, Problem } from '@parapet/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { unauthorized } from '../http/answer-error';
import type { Caller, UserCaller } from '../http/caller';
import type { Access } from '../http/route';
import { routeOf } from '../http/route-of';
import { overLimit, sayStanding, settle } from '../limit/limit-headers';
import { Limits } from '../limit/limits';
import { Clock } from '../process/clock';
import { AnyDoor } from './any-door';
import type { Found } from './authenticator';
import { ShownCredentials } from './shown-credentials';
import { TokenUsage } from './token-usage';

type Holder = Exclude<Access, { who: 'anyone' }>;

/**
 * What every request of a service passes before its handler: its head (`AnyDoor`), then the token or the session that its route asks
 * for, its limits and its permission. Answers at once (no promise) unless a token has to be looked up behind a barrier or counters are
 * shared.
 */
@Injectable()
export class ServiceDoor extends AnyDoor {
  constructor(
    private readonly credentials: ShownCredentials,
    private readonly usage: TokenUsage,
    limits: Limits,
    clock: Clock,
  ) {
    super(limits, clock);
  }

  /** A token may be revoked, a session ended, an agent deleted while a body comes, or others of the caller come first. */
  override mayStay(caller: Caller): boolean {
    return this.credentials.mayStay(caller);
  }

  protected admit(request: FastifyRequest, reply: FastifyReply): void | Promise<void> {
    const access = routeOf(request).config?.access;
    if (!access || access.who === 'anyone') return this.anyone(request, reply, null);
    return this.holder(request, reply, access);
  }

  private holder(
    request: FastifyRequest,
    reply: FastifyReply,
    access: Holder,
  ): void | Promise<void> {
    const find = this.credentials.of(request, access.who);
    const found = find?.() ?? 'refused';
    if (!find || found === 'refused') return this.refuse(request, reply);
    if (found !== 'unknown') return this.welcome(request, reply, access, found);
    return this.lookAgain(request, reply, access, find);
  }

  private async lookAgain(
    request: FastifyRequest,
    reply: FastifyReply,
    access: Holder,
    find: () => Found,
  ): Promise<void> {
    const now = this.clock.now();
    // Who guesses tokens is not worth a question to the log each time.
    const standings = await this.limits.ofRefused(request.ip, now, 0);
    if (overLimit(standings, now)) return this.refuse(request, reply);
    // In case that the log is away, and nobody can tell whose token it is.
    sayStanding(reply, standings, now);
    await this.credentials.caughtUp(access.who);
    const found = find();
    if (found === 'refused' || found === 'unknown') return this.refuse(request, reply);
    return this.welcome(request, reply, access, found);
  }

  private refuse(request: FastifyRequest, reply: FastifyReply): void | Promise<void> {
    const now = this.clock.now();
    const standings = this.limits.ofRefused(request.ip, now);
    return settle(reply, standings, { now, problem: unauthorized(request) });
  }

  private welcome(
    request: FastifyRequest,
    reply: FastifyReply,
    access: Access,
    caller: Caller,
  ): void | Promise<void> {
    const now = this.clock.now();
    request.caller = caller;
    if (caller.kind === 'user') this.usage.note(caller.tokenId, now);
    const standings = this.limits.ofCaller(caller, routeOf(request).url, now);
    return settle(reply, standings, { now, problem: this.mayNot(request, access, caller) });
  }

  private mayNot(request: FastifyRequest, access: Access, caller: Caller): Problem | null {
    if (access.who !== 'user' || caller.kind !== 'user') return null;
    return this.credentials.forged(request, caller) ?? missing(access.permission, caller);
  }
}

function missing(needed: Permission | null, caller: UserCaller): Problem | null {
  if (needed === null || allows(caller.permissions, needed)) return null;
  return new Problem(
    'forbidden',
    `This token lacks the permission ${needed}`,
    `send a token that holds ${holders(needed)}; this one holds ${caller.permissions.join(', ') || 'none'}`,
  );
}

const holders = (permission: Permission): string =>
  permission === 'admin' ? permission : `${permission} or admin`;
