import { Injectable } from '@nestjs/common';
import type { Caller } from '../http/caller';
import { type RateLimits, Settings } from '../settings/settings.config';
import { addressKey } from './address-key';
import { type Bucket, RateCounters, type Standing } from './rate-counters';

/** Addresses that are counted apart at once, at most: anybody can have many. */
const MAX_ADDRESSES = 100_000;

type BucketName = Exclude<keyof RateLimits, 'on'>;
type Buckets = Readonly<Record<BucketName, Bucket>>;

const bucketsOf = (limits: RateLimits): Buckets => ({
  user: { name: 'user', ...limits.user },
  events: { name: 'events', ...limits.events },
  agent: { name: 'agent', ...limits.agent, sliced: true },
  session: { name: 'session', ...limits.session },
  address: { name: 'address', ...limits.address, maxKeys: MAX_ADDRESSES },
  refused: { name: 'refused', ...limits.refused, maxKeys: MAX_ADDRESSES },
});

/** Limits that a route has besides the caller's own. */
const ROUTES_WITH_MORE = new Map<string, 'events'>([['/v1/events', 'events']]);

/** Where the caller stands in every limit that applies to it; empty when limits are off. */
type Standings = readonly Standing[] | Promise<readonly Standing[]>;

const atOnce = (answer: Standing | Promise<Standing>): answer is Standing =>
  !(answer instanceof Promise);
const together = (answers: readonly (Standing | Promise<Standing>)[]): Standings =>
  answers.every(atOnce) ? answers : Promise.all(answers);

/**
 * Which limits apply to whom. A request with a valid token counts for its token (or agent) alone, never for its address: a
 * fleet behind one address must not be cut off by its own size, or by one member with a stale token.
 */
@Injectable()
export class Limits {
  private readonly buckets: Buckets;
  private readonly on: boolean;
  /** Whether a session may ask no more than a token: then what a route has besides is its own too. */
  private readonly sessionsAsTokens: boolean;

  constructor(
    private readonly counters: RateCounters,
    settings: Settings,
  ) {
    this.on = settings.rateLimit.on;
    this.buckets = bucketsOf(settings.rateLimit);
    const { session, user } = settings.rateLimit;
    this.sessionsAsTokens = session.limit / session.windowMs <= user.limit / user.windowMs;
  }

  /** Counts a request whose caller is known. */
  ofCaller(caller: Caller, path: string | undefined, now: number): Standings {
    if (!this.on) return [];
    if (caller.kind === 'agent') {
      return together([this.counters.take(this.buckets.agent, caller.agent.id, 1, now)]);
    }
    const bucket = caller.session ? this.buckets.session : this.buckets.user;
    const own = this.counters.take(bucket, caller.tokenId, 1, now);
    const more = path === undefined ? undefined : ROUTES_WITH_MORE.get(path);
    if (!more || (caller.session && !this.sessionsAsTokens)) return together([own]);
    return together([own, this.counters.take(this.buckets[more], caller.tokenId, 1, now)]);
  }

  /**
   * Counts `cost` requests more of an agent, whose one request is as good as many. Where so many are not left, none of them is
   * counted: the agent may send fewer.
   */
  async ofMore(agentId: string, cost: number, now: number): Promise<readonly Standing[]> {
    if (!this.on) return [];
    const left = await this.counters.take(this.buckets.agent, agentId, 0, now);
    if (left.remaining < cost) return [{ ...left, allowed: false }];
    return [await this.counters.take(this.buckets.agent, agentId, cost, now)];
  }

  /** Gives back what was counted when an agent stood so, or part of it. */
  giveBack(standings: readonly Standing[], agentId: string, cost: number, now: number): void {
    for (const counted of standings) this.counters.giveBack(counted, agentId, cost, now);
  }

  /** Counts a request that needs no token, or (`cost` 0) asks where its address stands. */
  ofAddress(ip: string, now: number, cost: 0 | 1 = 1): Standings {
    if (!this.on) return [];
    return together([this.counters.take(this.buckets.address, addressKey(ip), cost, now)]);
  }

  /** Counts a request whose token was refused, or (`cost` 0) asks whether one more may be looked up. */
  ofRefused(ip: string, now: number, cost: 0 | 1 = 1): Standings {
    if (!this.on) return [];
    const key = addressKey(ip);
    return together([
      this.counters.take(this.buckets.address, key, cost, now),
      this.counters.take(this.buckets.refused, key, cost, now),
    ]);
  }
}
