import { Injectable } from '@nestjs/common';
import { Clock, Readiness } from '@parapet/chassis';
import { AgentSeenLog } from '../agent/agent-seen.log';
import { RefusedRequests } from '../agent/refused-requests';
import type { Moment } from './judge-silence';

/** Knows since when this process has been well: able to hear agents, and to know what others heard. */
@Injectable()
export class WellSince {
  private wellSince: number;
  private lookedAt: number;
  private unrecorded = 0;

  constructor(
    private readonly readiness: Readiness,
    private readonly clock: Clock,
    private readonly sightings: AgentSeenLog,
    private readonly requests: RefusedRequests,
  ) {
    this.wellSince = this.lookedAt = clock.now();
  }

  /**
   * Looks at the house, the clock, and whether all that agents sent could be recorded: a house that is ready may not be able to write a
   * partition, or anything.
   * @param lateMs a look that comes later than so long after the one before finds a house that slept, whose clock jumped, or that
   * stood still: nobody knows whom it did not hear.
   */
  async look(lateMs: number): Promise<Moment> {
    const missing = await this.readiness.missing();
    const now = this.clock.now();
    const late = Math.abs(now - this.lookedAt) > lateMs;
    const isDeaf = this.isDeaf();
    if (late || isDeaf || Object.keys(missing).length > 0) this.wellSince = now;
    this.lookedAt = now;
    return { now, wellSince: this.wellSince };
  }
  /** Whether something could not be recorded since the look before: whoever was not heard may have spoken. */
  private isDeaf(): boolean {
    const before = this.unrecorded;
    this.unrecorded = this.sightings.unrecorded + this.requests.unrecorded;
    return this.unrecorded > before;
  }
}
