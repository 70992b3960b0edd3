import { Problem } from '@parapet/contracts';
import type { FastifyReply } from 'fastify';
import type { Bucket, Standing } from './rate-counters';

/** The standing with the least left; of equals the one that lasts longer. */
const tightest = (standings: readonly Standing[]): Standing | undefined =>
  standings.reduce<Standing | undefined>((a, b) => {
    if (!a || b.remaining < a.remaining) return b;
    return b.remaining === a.remaining && b.resetAt > a.resetAt ? b : a;
  }, undefined);

export const secondsUntil = (resetAt: number, now: number): number =>
  Math.max(1, Math.ceil((resetAt - now) / 1000));
const policy = (b: Bucket): string => `"${b.name}";q=${b.limit};w=${Math.ceil(b.windowMs / 1000)}`;

/** Where a caller stands, as headers of a response: the spec's three and the two of the IETF draft (version 10). None without a limit. */
export function limitHeaders(
  standings: readonly Standing[],
  now: number,
): Record<string, string | number> {
  const shown = tightest(standings);
  if (!shown) return {};
  const each = standings.map(
    ({ bucket, remaining, resetAt }) =>
      `"${bucket.name}";r=${remaining};t=${secondsUntil(resetAt, now)}`,
  );
  return {
    'x-ratelimit-limit': shown.bucket.limit,
    'x-ratelimit-remaining': shown.remaining,
    'x-ratelimit-reset': Math.ceil(shown.resetAt / 1000),
    ratelimit: each.join(', '),
    'ratelimit-policy': standings.map((s) => policy(s.bucket)).join(', '),
  };
}

/** Says on a response, whatever it will be, where its caller stands. */
export const sayStanding = (
  reply: Pick<FastifyReply, 'headers'>,
  standings: readonly Standing[],
  now: number,
): void => void reply.headers(limitHeaders(standings, now));

/** The 429 of the standings, or null when all are allowed. */
export function overLimit(standings: readonly Standing[], now: number): Problem | null {
  const over = standings.filter((standing) => !standing.allowed);
  const longest = over.reduce<Standing | undefined>(
    (a, b) => (a && a.resetAt >= b.resetAt ? a : b),
    undefined,
  );
  if (!longest) return null;
  const { limit, windowMs } = longest.bucket;
  const wait = secondsUntil(longest.resetAt, now);
  return new Problem(
    'rate_limited',
    `Rate limit exceeded: ${limit} requests per ${Math.ceil(windowMs / 1000)} seconds`,
    `try again in ${wait} seconds`,
    wait,
  );
}

/** What a request is told besides its limits. */
export interface Verdict {
  readonly now: number;
  /** What is wrong with it apart from its limits; null when nothing is. */
  readonly problem: Problem | null;
}

/**
 * Says where the caller stands on whatever will be answered. At once (no promise) when the standings are known.
 * @throws Problem, or rejects with it, when the request is one too many or has a problem
 */
export function settle(
  reply: FastifyReply,
  standings: readonly Standing[] | Promise<readonly Standing[]>,
  verdict: Verdict,
): void | Promise<void> {
  if (standings instanceof Promise) return standings.then((known) => settle(reply, known, verdict));
  sayStanding(reply, standings, verdict.now);
  const stop = overLimit(standings, verdict.now) ?? verdict.problem;
  if (stop) throw stop;
}
