import type { IncomingHttpHeaders } from 'node:http';
import { Injectable } from '@nestjs/common';
import { CLOCKS_APART_MS, randomId } from '@parapet/contracts';
import { parse, serialize } from 'cookie';
import { Settings } from '../settings/settings.config';
import { bearer } from './authenticator';
import { type Session, SessionSeal } from './session-seal';

/** How long a session lasts, at most. */
const SESSION_MS = 12 * 60 * 60 * 1_000;
const NAME = 'parapet_session';
/** With the prefix browsers take it only by https, for this host alone. */
const SAFE_NAME = `__Host-${NAME}`;
/** Longer headers hold no cookie of ours, and are not worth reading; nor is a longer cookie one of ours. */
const [LONGEST, LONGEST_COOKIE] = [8 * 1024, 512];

/**
 * What a request shows of who sends it: its token, however the header is written, or the session in its cookie. Nothing where it
 * shows two sessions: which of them counts is not known here, and the other may be anything.
 */
export function shownBy({ authorization, cookie }: IncomingHttpHeaders): string | undefined {
  if (authorization !== undefined) return bearer(authorization) ?? undefined;
  const [safe, plain] = [textIn(cookie, SAFE_NAME), textIn(cookie, NAME)];
  return safe === undefined || plain === undefined ? (safe ?? plain) : undefined;
}

function textIn(header: string | undefined, name: string): string | undefined {
  if (header === undefined || header.length > LONGEST || !header.includes(NAME)) return undefined;
  const text = parse(header)[name] ?? '';
  return text === '' || text.length > LONGEST_COOKIE ? undefined : text;
}

/** Whoever knows the key can write any times: none are believed that no process, its clock some minutes ahead, would have set. */
const isRunning = ({ begunAt, until }: Session, now: number): boolean =>
  begunAt <= now + CLOCKS_APART_MS && until > now && until <= begunAt + SESSION_MS;

/** A session that has begun, and the `Set-Cookie` header that says so. */
export interface Begun {
  readonly session: Session;
  readonly cookie: string;
}

/** Sessions of the dashboard: begun with a token, carried by a cookie that no script can read and no other site can send. */
@Injectable()
export class Sessions {
  private readonly isSecure: boolean;
  private readonly name: string;
  private made: SessionSeal | undefined;

  constructor(private readonly settings: Settings) {
    this.isSecure = settings.publicUrl.startsWith('https:');
    this.name = this.isSecure ? SAFE_NAME : NAME;
  }

  /** @param tokenEndsAt when the token expires, milliseconds since 1970; no session outlives its token */
  begin(tokenId: string, now: number, tokenEndsAt = Infinity): Begun {
    const until = Math.min(now + SESSION_MS, tokenEndsAt);
    const session = { id: randomId('session'), tokenId, begunAt: now, until };
    return { session, cookie: this.cookie(this.seal.seal(session), until - now) };
  }

  /** The session of a `Cookie` header; null when there is none, it is not ours, its time is over, or no session lasts that long. */
  of(header: string | undefined, now: number): Session | null {
    const text = textIn(header, this.name);
    const session = text === undefined ? null : this.seal.open(text);
    return session && isRunning(session, now) ? session : null;
  }

  /** Takes the cookie away. */
  get gone(): string {
    return this.cookie('', 0);
  }

  private cookie(value: string, lastsMs: number): string {
    return serialize(this.name, value, {
      ...{ httpOnly: true, sameSite: 'strict', path: '/', secure: this.isSecure },
      maxAge: Math.floor(lastsMs / 1_000),
    });
  }

  /** The key is made when it is first asked for: a house without a dashboard needs none here. */
  private get seal(): SessionSeal {
    const { secretKey, previousSecretKeys } = this.settings;
    return (this.made ??= new SessionSeal(secretKey, previousSecretKeys));
  }
}
