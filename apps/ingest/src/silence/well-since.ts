import { Injectable } from '@nestjs/common';
import { Clock, Readiness } from '@parapet/chassis';
import type { Moment } from './judge-silence';

/** Knows since when this process has been well: able to hear agents, and to know what others heard. */
@Injectable()
export class WellSince {
  private wellSince: number;
  private lookedAt: number;

  constructor(
    private readonly readiness: Readiness,
    private readonly clock: Clock,
  ) {
    this.wellSince = this.lookedAt = clock.now();
  }

  /**
   * Looks at the house and the clock.
   * @param lateMs a look that comes later than so long after the one before finds a house that slept, whose clock jumped, or that
   * stood still: nobody knows whom it did not hear.
   */
  async look(lateMs: number): Promise<Moment> {
    const missing = await this.readiness.missing();
    const now = this.clock.now();
    const late = Math.abs(now - this.lookedAt) > lateMs;
    if (late || Object.keys(missing).length > 0) this.wellSince = now;
    this.lookedAt = now;
    return { now, wellSince: this.wellSince };
  }
}
