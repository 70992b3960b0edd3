import { Injectable } from '@nestjs/common';
import {
  type AgentCount,
  type AgentTally,
  eventId,
  type Loss,
  LOSSES_REMEMBERED,
  type Rejection,
  type SensorReport,
} from '@parapet/contracts';

/** What was counted of an agent and is in no fact yet. */
class Uncounted {
  accepted = 0;
  duplicate = 0;
  lost = 0;
  readonly rejected = new Map<Rejection, number>();
  readonly reports = new Map<string, SensorReport>();
  readonly losses: Loss[] = [];

  tally(): AgentTally {
    const { accepted, duplicate, lost } = this;
    return { accepted, duplicate, lost, rejected: Object.fromEntries(this.rejected) };
  }
}

/** Losses of all agents that a process remembers: it takes a moment until their state knows of them. */
const MOST_HEARD = 10_000;

/**
 * What this process counted of agents and has not recorded yet. A count is taken with a number and stays the same until its fact is
 * known to be in the log: written again after an error, it counts once all the same.
 */
@Injectable()
export class AgentCounts {
  private readonly by = eventId();
  private number = 0;
  private readonly uncounted = new Map<string, Uncounted>();
  private readonly taken = new Map<string, AgentCount>();
  private readonly heard = new Set<string>();

  took(agentId: string, outcome: 'accepted' | 'duplicate'): void {
    this.of(agentId)[outcome] += 1;
  }

  refused(agentId: string, reason: Rejection, count: number): void {
    const { rejected } = this.of(agentId);
    rejected.set(reason, (rejected.get(reason) ?? 0) + count);
  }

  /** Of several reports of one sensor the last is kept. */
  reported(agentId: string, report: SensorReport): void {
    this.of(agentId).reports.set(report.sensor, report);
  }

  /** Whether a loss was counted by this process lately. What others counted, or long ago, the state of the agent knows. */
  knows(agentId: string, { sensor, id }: Loss): boolean {
    return this.heard.has(`${agentId} ${sensor} ${id}`);
  }

  /** A loss that was not counted before. Of more than facts tell apart the last are named: the rest only adds up. */
  lost(agentId: string, loss: Loss | Pick<Loss, 'lost'>): void {
    const uncounted = this.of(agentId);
    uncounted.lost += loss.lost;
    if (!('id' in loss)) return;
    const { losses } = uncounted;
    losses.push(loss);
    if (losses.length > LOSSES_REMEMBERED) losses.shift();
    this.heard.add(`${agentId} ${loss.sensor} ${loss.id}`);
    const [oldest = ''] = this.heard;
    if (this.heard.size > MOST_HEARD) this.heard.delete(oldest);
  }

  /** Whether something is counted that may not be in the log. */
  waiting(agentId: string): boolean {
    return this.uncounted.has(agentId) || this.taken.has(agentId);
  }

  /** The count that the next fact of an agent carries; undefined when there is none. */
  take(agentId: string): AgentCount | undefined {
    const unsure = this.taken.get(agentId);
    const counted = this.uncounted.get(agentId);
    if (unsure || !counted) return unsure;
    const reports = [...counted.reports.values()];
    const { losses } = counted;
    const count = {
      ...{ by: this.by, number: (this.number += 1), tally: counted.tally() },
      ...(reports.length > 0 && { reports }),
      ...(losses.length > 0 && { losses }),
    };
    this.uncounted.delete(agentId);
    this.taken.set(agentId, count);
    return count;
  }

  /** The fact that carried this count is in the log. */
  recorded(agentId: string, count: AgentCount | undefined): void {
    if (count && this.taken.get(agentId) === count) this.taken.delete(agentId);
  }

  private of(agentId: string): Uncounted {
    const known = this.uncounted.get(agentId);
    if (known) return known;
    const fresh = new Uncounted();
    this.uncounted.set(agentId, fresh);
    return fresh;
  }
}
