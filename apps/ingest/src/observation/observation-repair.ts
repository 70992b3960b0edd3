import { Injectable, Logger } from '@nestjs/common';
import { Background, type BackgroundWork, Projections, Readiness } from '@parapet/chassis';
import { EventLog, type Offsets } from '@parapet/eventlog';

/** Group of the projection that repairs. */
export const REPAIR_GROUP = 'ingest.observations';

const PATIENCE_MS = 500;

/**
 * Knows whether everything that was in the log when this process started has its document. Until then a new copy of an old
 * observation could be answered 201 a second time, so nothing is taken in (`exactness.md`, rule 10).
 */
@Injectable()
export class ObservationRepair implements BackgroundWork {
  readonly name = 'ingest.repair';
  private readonly logger = new Logger(REPAIR_GROUP);
  private ends: Offsets | undefined;
  private repaired = false;
  private stopping = false;
  private waiting: Promise<void> = Promise.resolve();

  constructor(
    private readonly log: EventLog,
    private readonly projections: Projections,
    background: Background,
    readiness: Readiness,
  ) {
    background.add(this);
    readiness.add('observations', () => (this.repaired ? null : 'observations are being repaired'));
  }

  /** Whether the end asked at the start has been reached. */
  get done(): boolean {
    return this.repaired;
  }

  /** Resolves at once; when there is nothing to repair, it is done by then. */
  async start(): Promise<void> {
    this.stopping = false;
    if (!(await this.attempt(0))) this.waiting = this.wait();
  }

  /** Resolves when it is done, or has been stopped. */
  async settled(): Promise<void> {
    await this.waiting;
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await this.waiting;
  }

  private async wait(): Promise<void> {
    while (!this.stopping && !(await this.attempt(PATIENCE_MS)));
  }

  /** The log or the store may be away at the start: then this is tried again, and the house is not ready. */
  private async attempt(patienceMs: number): Promise<boolean> {
    try {
      this.ends ??= await this.log.ends('observations');
      this.repaired = (await this.allReached(this.ends, patienceMs)) || (await this.nothingLeft());
    } catch (error) {
      this.logger.warn({ err: error, msg: 'observations cannot be repaired yet' });
      await new Promise((resolve) => setTimeout(resolve, patienceMs));
    }
    return this.repaired;
  }

  private async allReached(ends: Offsets, patienceMs: number): Promise<boolean> {
    const progress = this.projections.of(REPAIR_GROUP, 'observations');
    const reached = await Promise.all(
      ends.map((end, partition) => end === 0 || progress.reached(partition, end - 1, patienceMs)),
    );
    return reached.every(Boolean);
  }

  /** Retention may have removed the records between the progress and the end: then none will ever be delivered. */
  private async nothingLeft(): Promise<boolean> {
    const progress = this.projections.of(REPAIR_GROUP, 'observations');
    const ends = this.ends ?? [];
    const next = await Promise.all(ends.map((_, partition) => progress.load(partition)));
    for await (const records of this.log.read('observations', next, ends))
      if (records.length > 0) return false;
    return true;
  }
}
