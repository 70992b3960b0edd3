import { Injectable } from '@nestjs/common';
import type { Problem } from '@parapet/contracts';
import type { FastifyRequest } from 'fastify';
import type { Caller, UserCaller } from '../http/caller';
import { Clock } from '../process/clock';
import { Settings } from '../settings/settings.config';
import { Authenticator, bearer, type Found } from './authenticator';
import { crossOrigin } from './cross-origin';
import { Sessions } from './sessions';
import type { TokenKind } from './token-format';

/** What requests show of who sends them: a token, or the cookie of a session. */
@Injectable()
export class ShownCredentials {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly sessions: Sessions,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  /** How to find out who asks, by the tables in memory alone; undefined where nothing is shown that may count. A token counts first. */
  of({ headers }: FastifyRequest, kind: TokenKind): (() => Found) | undefined {
    if (kind === 'user' && headers.authorization === undefined) {
      const session = this.sessions.of(headers.cookie, this.clock.now());
      return session ? () => this.authenticator.inSession(session) : undefined;
    }
    const token = bearer(headers.authorization);
    return token === null ? undefined : () => this.authenticator.find(token, kind);
  }

  /** Everything that was known to the log at this moment is known to the tables. @throws Unavailable */
  caughtUp(kind: TokenKind): Promise<void> {
    return this.authenticator.caughtUp(kind);
  }

  /** Whether what somebody showed before would let them in now. */
  mayStay(caller: Caller): boolean {
    return this.authenticator.mayStay(caller);
  }

  /** What is wrong with a request that somebody else's page may have sent in this caller's name, else null. */
  forged(request: FastifyRequest, { session }: UserCaller): Problem | null {
    return session ? crossOrigin(request, this.settings.publicUrl) : null;
  }
}
