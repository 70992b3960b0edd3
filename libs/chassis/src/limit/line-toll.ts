import { Injectable } from '@nestjs/common';
import { Problem } from '@parapet/contracts';
import type { FastifyReply } from 'fastify';
import type { AgentCaller } from '../http/caller';
import { Clock } from '../process/clock';
import { sayStanding, secondsUntil } from './limit-headers';
import { Limits } from './limits';

/** The part of a reply that says where its caller stands. */
export type TollReply = Pick<FastifyReply, 'headers'>;

/** Gives back what lines cost that are to be sent again: all but what the request itself costs. */
type GiveBack = (lines: number) => void;

/** Counts the lines of a body as the requests that they stand for (`exactness.md`, rule 20). */
@Injectable()
export class LineToll {
  constructor(
    private readonly limits: Limits,
    private readonly clock: Clock,
  ) {}

  /**
   * Counts the lines of a request, the first of which was counted at the door, and says on the reply where its agent stands.
   * @throws Problem `rate_limited` when fewer requests are left than there are lines: then no line is counted
   */
  async pay({ agent }: AgentCaller, lines: number, reply: TollReply): Promise<GiveBack> {
    if (lines < 2) return () => undefined;
    const now = this.clock.now();
    const standings = await this.limits.ofMore(agent.id, lines - 1, now);
    sayStanding(reply, standings, now);
    for (const { allowed, remaining, resetAt } of standings) {
      if (allowed) continue;
      const wait = secondsUntil(resetAt, now);
      const fewer = remaining > 0 ? `send at most ${remaining} lines, or ` : '';
      throw new Problem(
        'rate_limited',
        `Rate limit exceeded: every line counts as a request, and ${lines} are more than are left`,
        `${fewer}try again in ${wait} seconds`,
        wait,
      );
    }
    return (again) => {
      const cost = Math.min(again, lines - 1);
      if (cost > 0) this.limits.giveBack(standings, agent.id, cost, this.clock.now());
    };
  }
}
