import { addressKey, copied, shownBy, tokenOfSession } from '@parapet/chassis';
import type { FastifyRequest } from 'fastify';

/** Tokens that are remembered, at most; the oldest are forgotten. */
const MOST = 100_000;
/** Longer ones no service reads. */
const LONGEST = 512;

type Asking = Pick<FastifyRequest, 'ip' | 'headers'>;

/**
 * Whom a request is for, as far as a process can tell that knows no tokens: one with a token, or a session, that a service has answered well is
 * somebody of its own, also among thousands behind one address; all others are their address. All sessions that were begun with one token
 * are one.
 */
export class KnownCallers {
  private readonly tokens = new Set<string>();

  constructor(private readonly most = MOST) {}

  nameOf({ ip, headers }: Asking): string {
    const token = shownBy(headers);
    if (token === undefined || !this.tokens.has(token)) return addressKey(ip);
    return tokenOfSession(token) ?? token;
  }

  /** Takes note of how a service answered. */
  answered({ headers }: Pick<Asking, 'headers'>, status: number): void {
    const token = shownBy(headers);
    if (token === undefined || token.length > LONGEST) return;
    if (status === 401) this.tokens.delete(token);
    else if (status < 300 && !this.tokens.has(token)) this.remember(token);
  }

  private remember(token: string): void {
    this.tokens.add(copied(token));
    const [oldest] = this.tokens;
    if (this.tokens.size > this.most && oldest !== undefined) this.tokens.delete(oldest);
  }
}
