import { Injectable } from '@nestjs/common';
import { allows, type Permission, Problem } from '@parapet/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { unauthorized } from '../http/answer-error';
import type { Caller } from '../http/caller';
import type { Access } from '../http/route';
import { overLimit, sayStanding, settle } from '../limit/limit-headers';
import { Limits } from '../limit/limits';
import { Clock } from '../process/clock';
import { Authenticator, bearer } from './authenticator';
import type { TokenKind } from './token-format';
import { TokenUsage } from './token-usage';
import { Turnstile } from './turnstile';

/**
 * What every request passes before its handler: twin headers, then for routes under /v1 the token, its limits and its
 * permission. Answers at once (no promise) unless a token has to be looked up behind a barrier or counters are shared.
 */
@Injectable()
export class Door extends Turnstile {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly usage: TokenUsage,
    limits: Limits,
    clock: Clock,
  ) {
    super(limits, clock);
  }

  protected admit(request: FastifyRequest, reply: FastifyReply): void | Promise<void> {
    const access = request.routeOptions.config?.access;
    if (!access || access.who === 'anyone') return this.anyone(request, reply, null);
    return this.holder(request, reply, access);
  }

  private holder(
    request: FastifyRequest,
    reply: FastifyReply,
    access: Exclude<Access, { who: 'anyone' }>,
  ): void | Promise<void> {
    const token = bearer(request.headers.authorization);
    const found = token === null ? 'refused' : this.authenticator.find(token, access.who);
    if (token === null || found === 'refused') return this.refuse(request, reply);
    if (found !== 'unknown') return this.welcome(request, reply, access, found);
    return this.lookAgain(request, reply, token, access);
  }

  private async lookAgain(
    request: FastifyRequest,
    reply: FastifyReply,
    token: string,
    access: Exclude<Access, { who: 'anyone' }>,
  ): Promise<void> {
    const now = this.clock.now();
    const kind: TokenKind = access.who;
    // Who guesses tokens is not worth a question to the log each time.
    const standings = await this.limits.ofRefused(request.ip, now, 0);
    if (overLimit(standings, now)) return this.refuse(request, reply);
    // In case that the log is away, and nobody can tell whose token it is.
    sayStanding(reply, standings, now);
    await this.authenticator.caughtUp(kind);
    const found = this.authenticator.find(token, kind);
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
    const standings = this.limits.ofCaller(caller, request.routeOptions.url, now);
    return settle(reply, standings, { now, problem: missing(access, caller) });
  }
}

function missing(access: Access, caller: Caller): Problem | null {
  if (access.who !== 'user' || caller.kind !== 'user') return null;
  if (allows(caller.permissions, access.permission)) return null;
  return new Problem(
    'forbidden',
    `This token lacks the permission ${access.permission}`,
    `send a token that holds ${holders(access.permission)}; this one holds ${caller.permissions.join(', ') || 'none'}`,
  );
}

const holders = (permission: Permission): string =>
  permission === 'admin' ? permission : `${permission} or admin`;
