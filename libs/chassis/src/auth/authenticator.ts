import { Injectable } from '@nestjs/common';
import { type Agent, isoTime, isSessionEnded, type Token } from '@parapet/contracts';
import type { Caller, UserCaller } from '../http/caller';
import { Clock } from '../process/clock';
import { Settings } from '../settings/settings.config';
import { AgentTable } from './agent-table';
import { TokenTable } from './credential-tables';
import type { Session } from './session-seal';
import { tokenDigest, type TokenKind, wellFormed } from './token-format';

/**
 * `unknown`: well-formed, of the right kind, and in no table yet. It may have been created a moment ago elsewhere: worth
 * asking again behind a barrier (`exactness.md`, rule 4). `refused`: no barrier will help.
 */
export type Found = Caller | 'unknown' | 'refused';

/** The token of an `Authorization` header, or null when it is not a bearer token. */
export function bearer(header: string | undefined): string | null {
  if (header === undefined || header.length > 512) return null;
  if (header.slice(0, 7).toLowerCase() !== 'bearer ') return null;
  return header.slice(7).trim() || null;
}

/** Says who a token belongs to, by the tables in memory alone. */
@Injectable()
export class Authenticator {
  private readonly adminDigest: string | null;
  private readonly callers = new WeakMap<Agent | Token, Caller>();

  constructor(
    private readonly agents: AgentTable,
    private readonly tokens: TokenTable,
    private readonly clock: Clock,
    settings: Settings,
  ) {
    this.adminDigest = settings.adminToken === null ? null : tokenDigest(settings.adminToken);
  }

  /** Who holds this token, if it is of the kind that the route asks for. */
  find(token: string, kind: TokenKind): Found {
    const digest = tokenDigest(token);
    const found = kind === 'user' ? this.user(digest) : this.agent(digest);
    if (found !== 'unknown') return found;
    // Any string may be set as the admin token: it is known by its digest, before its form is judged.
    const given = digest === this.adminDigest ? 'user' : wellFormed(token);
    return given === kind ? 'unknown' : 'refused';
  }

  /** Who signed in to this session: its token may be revoked, and somebody may have ended it. */
  inSession(session: Session): Found {
    const token = this.tokens.get(session.tokenId);
    if (!token) return 'unknown';
    if (this.isOver(token, session)) return 'refused';
    return { kind: 'user', tokenId: token.id, permissions: token.permissions, session };
  }

  /** Whether somebody who was let in before would be let in now: whoever stays long is to be asked again. */
  mayStay(caller: Caller): boolean {
    if (caller.kind === 'user') return this.userMayStay(caller);
    const { id, token_digest } = caller.agent;
    return this.agents.get(id)?.token_digest === token_digest;
  }

  /** Calls back when a token is made, used or revoked, or one of its sessions ended: somebody who could stay may have to go. */
  onChange(hear: () => void): void {
    this.tokens.onChange(hear);
  }

  /** Everything that was known to the log at this moment is known to the tables. @throws Unavailable */
  async caughtUp(kind: TokenKind): Promise<void> {
    await (kind === 'user' ? this.tokens : this.agents).caughtUp();
  }

  private userMayStay({ tokenId, session }: UserCaller): boolean {
    const token = this.tokens.get(tokenId);
    return token !== undefined && !this.isOver(token, session);
  }

  private user(digest: string): Found {
    const token = this.tokens.withDigest(digest);
    if (!token) return 'unknown';
    if (this.isOver(token)) return 'refused';
    return this.remembered(token, () => ({
      kind: 'user',
      tokenId: token.id,
      permissions: token.permissions,
    }));
  }

  private isOver(token: Token, session?: Session): boolean {
    const { expires_at, revoked_at } = token;
    if (revoked_at !== null) return true;
    const now = this.clock.now();
    if (expires_at !== null && Date.parse(expires_at) <= now) return true;
    return session !== undefined && (session.until <= now || isEnded(token, session));
  }

  private agent(digest: string): Found {
    const agent = this.agents.withToken(digest);
    if (!agent) return 'unknown';
    return this.remembered(agent, () => ({
      kind: 'agent',
      agent,
      contextJson: this.agents.contextJson(agent),
    }));
  }

  /** One object per state of the credential, not per request. */
  private remembered(state: Agent | Token, make: () => Caller): Caller {
    const known = this.callers.get(state);
    if (known) return known;
    const made = make();
    this.callers.set(state, made);
    return made;
  }
}

const isEnded = (token: Token, { id, begunAt }: Session): boolean =>
  isSessionEnded(token, { id, begunAt: isoTime(begunAt) });
