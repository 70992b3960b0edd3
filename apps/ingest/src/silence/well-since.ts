import { Injectable } from '@nestjs/common';
import { Clock, Readiness } from '@parapet/chassis';
import { AgentSeenLog } from '../agent/agent-seen.log';
import { ObservationIntake } from '../observation/observation-intake';
import type { Moment } from './judge-silence';

/** What a look at the house finds. */
export interface Look extends Moment {
  /** By agent, when it was last found that something of it could not be recorded: before, it may have spoken. */
  readonly missed: ReadonlyMap<string, number>;
}

/** Knows since when this process has been well: able to hear agents, and to know what others heard. */
@Injectable()
export class WellSince {
  private wellSince: number;
  private lookedAt: number;
  private readonly missed = new Map<string, number>();
  /** When it was last found that something of anybody could be recorded, and of whom something could not be since then. */
  private recordedAt: number;
  private readonly failing = new Set<string>();

  constructor(
    private readonly readiness: Readiness,
    private readonly clock: Clock,
    private readonly sightings: AgentSeenLog,
    private readonly observations: ObservationIntake,
  ) {
    this.wellSince = this.lookedAt = this.recordedAt = clock.now();
  }

  /**
   * Looks at the house, the clock, and whether what agents sent could be recorded: a house that is ready may not be able to write a
   * partition, or anything.
   * @param afterMs the pause that makes a silence. A look that comes later than half of it after the one before finds a house that
   * slept, whose clock jumped, or that stood still: nobody knows whom it did not hear.
   */
  async look(afterMs: number): Promise<Look> {
    const missing = await this.readiness.missing();
    const now = this.clock.now();
    const late = Math.abs(now - this.lookedAt) > afterMs / 2;
    const isDeaf = this.isDeaf(now, afterMs);
    if (late || isDeaf || Object.keys(missing).length > 0) this.wellSince = now;
    this.forget(now, afterMs);
    this.lookedAt = now;
    return { now, wellSince: this.wellSince, missed: this.missed };
  }

  /**
   * Whether for so long nothing could be recorded that was tried, of more agents than one. What could not be of some is nothing to the
   * others, though these be seldom recorded. Until then all who tried are excused.
   */
  private isDeaf(now: number, afterMs: number): boolean {
    const all = [this.sightings.unrecorded.take(), this.observations.unrecorded.take()];
    if (all.some(({ isAnyRecorded }) => isAnyRecorded)) {
      this.recordedAt = now;
      this.failing.clear();
    }
    const failed = all.flatMap(({ agents }) => [...agents]);
    for (const id of failed) {
      this.missed.set(id, now);
      this.failing.add(id);
    }
    const isLong = Math.abs(now - this.recordedAt) >= afterMs;
    return isLong && failed.length > 0 && this.failing.size > 1;
  }

  /** What excuses nobody any more, or was found by a clock that is set back since. */
  private forget(now: number, afterMs: number): void {
    for (const [id, at] of this.missed) if (at > now || now - at >= afterMs) this.missed.delete(id);
  }
}
