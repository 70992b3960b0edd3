import { Controller, Delete, Get, HttpCode, Post, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@parapet/contracts/openapi';
import {
  ApiProblem,
  askedBy,
  Clock,
  Sessions,
  TokenTable,
  User,
  type UserCaller,
  UserRoute,
} from '@parapet/chassis';
import { isoTime, Problem, toAppend } from '@parapet/contracts';
import { EventLog } from '@parapet/eventlog';
import type { ReplyHeaders } from '../http/reply';
import { endSession } from './end-session';
import { renderSession, SessionView } from './session.http';

const SETS_COOKIE = {
  'Set-Cookie': { description: 'The session, or its end', schema: { type: 'string' } },
} as const;

/** Signing in to the dashboard and out of it, and who it is that asks. */
@ApiTags('sessions')
@Controller('v1/session')
export class SessionController {
  constructor(
    private readonly sessions: Sessions,
    private readonly tokens: TokenTable,
    private readonly log: EventLog,
    private readonly clock: Clock,
  ) {}

  @Post()
  @HttpCode(201)
  @UserRoute(null)
  @ApiOperation({
    operationId: 'beginSession',
    summary: 'Sign in: a session of at most 12 hours, in a cookie',
    description:
      'Any user token. The answer sets a cookie (HttpOnly, SameSite=Strict, and Secure where the house is reached by https) that ' +
      'browsers send instead of the token from then on. A page of another site cannot use it.',
  })
  @ApiProblem('bad_request')
  @ApiResponse({ status: 201, type: SessionView, headers: SETS_COOKIE })
  begin(@User() caller: UserCaller, @Res({ passthrough: true }) reply: ReplyHeaders): SessionView {
    if (caller.session)
      throw new Problem(
        'bad_request',
        'A session begins with a token',
        'send the token as Authorization: Bearer',
      );
    const token = this.tokens.ofCaller(caller);
    const ends = token.expires_at === null ? undefined : Date.parse(token.expires_at);
    const { session, cookie } = this.sessions.begin(token.id, this.clock.now(), ends);
    reply.header('set-cookie', cookie);
    return renderSession(token, isoTime(session.until));
  }

  @Get()
  @UserRoute(null)
  @ApiOperation({
    operationId: 'getSession',
    summary: 'Who asks, and until when',
    description: 'Any user token, or a session.',
  })
  @ApiResponse({ status: 200, type: SessionView })
  read(@User() caller: UserCaller): SessionView {
    const { session } = caller;
    return renderSession(this.tokens.ofCaller(caller), session ? isoTime(session.until) : null);
  }

  @Delete()
  @HttpCode(204)
  @UserRoute(null)
  @ApiOperation({
    operationId: 'endSession',
    summary: 'Sign out: the session ends at once and its cookie is taken away',
    description: 'Any user token, or a session. Who has no session ends none.',
  })
  @ApiResponse({ status: 204, description: 'Signed out', headers: SETS_COOKIE })
  async end(
    @User() caller: UserCaller,
    @Res({ passthrough: true }) reply: ReplyHeaders,
  ): Promise<void> {
    const { session } = caller;
    if (session) {
      const ended = endSession(session, askedBy(caller, this.clock));
      await this.log.append('tokens', [toAppend(session.tokenId, ended)]);
      await this.tokens.caughtUp();
    }
    reply.header('set-cookie', this.sessions.gone);
  }
}
