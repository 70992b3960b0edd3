import { setTimeout as after } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { Unavailable } from '@parapet/contracts';
import type { Generations, ReadModel } from '@parapet/readmodel';
import { CannotRebuildLive } from './cannot-rebuild-live';
import type { Workshop } from './start-without-serving';
import { UnhandledRecords, unhandledText } from './unhandled';
import { type Nearness, untilNear } from './until-near';
import { projectedWithin, type ReportProgress } from './until-projected';

/** How a rebuild comes to its end. */
export interface Pace extends Nearness {
  /** How long nothing is taken in for the sake of the last step, at most. */
  readonly stillMs: number;
  /** How often that is tried, and how long things are taken in again between two tries: longer than a mark lies that nobody renews. */
  readonly tries: number;
  readonly restMs: number;
}

export const PACE: Pace = {
  ...{ nearMs: 1_000, farMs: 10_000, rounds: 3 },
  ...{ stillMs: 30_000, tries: 5, restMs: 10_000 },
};

const logger = new Logger('rebuild');

/** What takes over, and from what. */
interface Sides {
  readonly workshop: Workshop;
  readonly generations: Generations;
  readonly shadow: ReadModel;
}

/** The way of a shadow from its first record to the moment of the change. */
export class Takeover {
  private areClosed = false;

  constructor(
    private readonly sides: Sides,
    private readonly report: ReportProgress,
    private readonly pace: Pace,
  ) {}

  async run(): Promise<void> {
    const { workshop } = this.sides;
    const unhandled = await UnhandledRecords.begin(workshop.log, workshop.consumers.specs());
    await workshop.consume();
    for (let tries = 1; ; tries += 1) {
      const why = await this.attempt(unhandled);
      if (why === null) return;
      if (tries === this.pace.tries)
        throw new CannotRebuildLive(
          `The new documents could not take over, however often that was tried (${why}), and nothing was changed: run it again when less is sent, and the servers are well.`,
        );
      logger.warn(`the new documents are not in use yet, it is tried again: ${why}`);
      await after(this.pace.restMs);
    }
  }

  /** @returns null when they took over, or why nothing has changed that may when it is tried once more. */
  private async attempt(unhandled: UnhandledRecords): Promise<string | null> {
    const { workshop, generations, shadow } = this.sides;
    await untilNear(workshop, this.report, this.pace);
    try {
      await refuseUnhandled(unhandled);
      await generations.adopt(shadow, () => this.lastStep(unhandled));
      return null;
    } catch (error) {
      // Once the consumers are closed the change itself may have happened, or failed.
      if (!(error instanceof Unavailable) || this.areClosed) throw error;
      return error.message;
    }
  }

  /** While nothing is taken in. */
  private async lastStep(unhandled: UnhandledRecords): Promise<void> {
    const { workshop } = this.sides;
    const { stillMs } = this.pace;
    if (!(await projectedWithin(workshop, this.report, stillMs)))
      throw new Unavailable(`they were not at the end of the log within ${stillMs / 1_000} s`);
    await refuseUnhandled(unhandled);
    // Once these documents are answered from, the consumers of the house go on from the progress that is stored in them.
    this.areClosed = true;
    await workshop.consumers.close();
  }
}

/** Documents that lack something do not take the place of those that may have it. @throws CannotRebuildLive */
async function refuseUnhandled(unhandled: UnhandledRecords): Promise<void> {
  const now = await unhandled.now();
  if (now.size > 0)
    throw new CannotRebuildLive(
      `Records could not be handled (${unhandledText(now)}), and nothing was changed: \`parapet parked\` says which, and why. Run it again with the fix deployed, or when those that nobody needs are dropped there.`,
    );
}
