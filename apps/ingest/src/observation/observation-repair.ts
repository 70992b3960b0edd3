import { Injectable, Logger } from '@nestjs/common';
import { Background, type BackgroundWork, Readiness } from '@parapet/chassis';
import type { Position } from '@parapet/contracts';
import { RepairGoals, REPAIR_GROUP, type RepairGoal } from './repair-goals';

const PATIENCE_MS = 500;

/**
 * Knows whether everything that was in the log has its document: at the start of this process, and again whenever another
 * generation of the documents takes over. Until then a new copy of an old observation could be answered 201 a second time, so
 * nothing is taken in (`exactness.md`, rule 10).
 */
@Injectable()
export class ObservationRepair implements BackgroundWork {
  readonly name = 'ingest.repair';
  private readonly logger = new Logger(REPAIR_GROUP);
  private goal: RepairGoal | undefined;
  private repairedIn: string | undefined;
  private stopping = false;
  private running: Promise<void> | undefined;
  private unhear: (() => void) | undefined;

  constructor(
    private readonly goals: RepairGoals,
    background: Background,
    readiness: Readiness,
  ) {
    background.add(this);
    readiness.add('observations', () => (this.done ? null : 'observations are being repaired'));
  }

  /** Whether the goal in this generation of the documents has been reached. */
  get done(): boolean {
    return this.repaired !== undefined;
  }

  /** The generation that is answered from, if it is repaired; undefined while there is something to repair. */
  get repaired(): string | undefined {
    return this.repairedIn === this.goals.generation() ? this.repairedIn : undefined;
  }

  /** Says of a record that was just appended that all of its document was made of it, in a generation: it need not be looked at. */
  settle(position: Position, generation: string): void {
    this.goals.settle(position, generation);
  }

  /** Resolves at once; when there is nothing to repair, it is done by then. */
  async start(): Promise<void> {
    this.stopping = false;
    this.unhear = this.goals.onChange(() => this.begin());
    if (!(await this.attempt(0))) this.begin();
  }

  /** Resolves when it is done, or has been stopped. */
  async settled(): Promise<void> {
    while (this.running) await this.running;
  }

  async stop(): Promise<void> {
    this.stopping = true;
    this.unhear?.();
    await this.settled();
  }

  private begin(): void {
    if (this.stopping || this.done) return;
    this.running ??= this.untilDone().finally(() => {
      this.running = undefined;
      // A change may have been heard when the last look was over but not this.
      this.begin();
    });
  }

  private async untilDone(): Promise<void> {
    while (!this.stopping && !this.done) await this.attempt(PATIENCE_MS);
  }

  /** The log or the store may be away: then this is tried again, and the house is not ready. */
  private async attempt(patienceMs: number): Promise<boolean> {
    try {
      const goal = await this.currentGoal();
      if (await goal.end.reached(patienceMs)) this.repairedIn = goal.generation;
    } catch (error) {
      this.logger.warn({ err: error, msg: 'observations cannot be repaired yet' });
      await new Promise((resolve) => setTimeout(resolve, patienceMs));
    }
    return this.done;
  }

  private async currentGoal(): Promise<RepairGoal> {
    const known = this.goal;
    if (known && known.generation === this.goals.generation()) return known;
    return (this.goal = await this.goals.ask());
  }
}
