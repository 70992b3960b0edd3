import { Injectable } from '@nestjs/common';
import {
  type AgentCount,
  type AgentTally,
  eventId,
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

  tally(): AgentTally {
    const { accepted, duplicate, lost } = this;
    return { accepted, duplicate, lost, rejected: Object.fromEntries(this.rejected) };
  }
}

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

  took(agentId: string, outcome: 'accepted' | 'duplicate'): void {
    this.of(agentId)[outcome] += 1;
  }

  refused(agentId: string, reason: Rejection, count: number): void {
    const { rejected } = this.of(agentId);
    rejected.set(reason, (rejected.get(reason) ?? 0) + count);
  }

  /** Of several reports of one sensor the last is kept; what they say to have lost adds up. */
  reported(agentId: string, report: SensorReport): void {
    const uncounted = this.of(agentId);
    uncounted.lost += report.lost;
    uncounted.reports.set(report.sensor, report);
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
    const count = {
      ...{ by: this.by, number: (this.number += 1), tally: counted.tally() },
      ...(reports.length > 0 && { reports }),
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
