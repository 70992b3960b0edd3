import { Injectable } from '@nestjs/common';
import { ProjectionEnd, Projections } from '@parapet/chassis';
import { askedFromNow, EventLog } from '@parapet/eventlog';
import { generationOf, ReadModel } from '@parapet/readmodel';
import { OldLeases } from './old-leases';

const LOOK_MS = 500;
/** How long one question waits for the projection. */
const PATIENCE_MS = 2_000;

/**
 * Knows when the stored deliveries are as new as the log: at the start, and again when another generation of the documents takes
 * over. Before that *planned* may be there without *succeeded*, and whoever claims sends again (`exactness.md`, rule 16).
 */
@Injectable()
export class ProjectedToEnd {
  /** Whether everything that is in `deliveries` at the moment of the call has been projected, or is within 2 s. @throws Unavailable */
  readonly atEndNow = askedFromNow(async () => (await this.end()).reached(PATIENCE_MS));

  constructor(
    private readonly log: EventLog,
    private readonly store: ReadModel,
    private readonly projections: Projections,
    private readonly leases: OldLeases,
  ) {}

  /** Names the generation that deliveries are claimed from. */
  generation(): string {
    return generationOf(this.store);
  }

  /**
   * Waits until nothing is in flight that this generation knows no lease of, and then until everything that is in `deliveries`
   * has been projected. What retention has removed counts as projected.
   * @returns the generation in which that is so; null when it was told to stop. @throws Unavailable
   */
  async reached(stop: AbortSignal): Promise<string | null> {
    for (;;) {
      const generation = this.generation();
      await this.leases.over(generation, stop);
      const end = await this.end();
      while (this.generation() === generation) {
        if (stop.aborted) return null;
        if (await end.reached(LOOK_MS)) return generation;
      }
    }
  }

  private async end(): Promise<ProjectionEnd> {
    const ends = await this.log.ends('deliveries');
    const progress = this.projections.of('notifier.deliveries', 'deliveries');
    return new ProjectionEnd(this.log, { progress, topic: 'deliveries', ends });
  }
}
