import { Injectable, Logger } from '@nestjs/common';
import { Settings } from '@parapet/chassis';
import { type Position, Unavailable } from '@parapet/contracts';
import { EventLog } from '@parapet/eventlog';
import { ReadModel } from '@parapet/readmodel';
import { GroupCommit } from './group-commit';
import { ObservationRepair } from './observation-repair';
import { observations } from './observation.collection';
import type { NewObservation } from './record-observation';
import { type RecordStatus, type Written, writeObservations } from './write-observations';

const KIB = 1024;

/** A group stays below the default message limit of a Kafka broker; the queue below what a process can spare. */
const LIMITS = {
  groupItems: 500,
  groupBytes: 768 * KIB,
  queueItems: 10_000,
  queueBytes: 32 * KIB * KIB,
};

/** Who would have to wait longer for its group is not let in. */
const PATIENCE_MS = 500;

/** Records observations, durable and exactly once created, in groups. */
@Injectable()
export class ObservationWriter {
  private readonly logger = new Logger('ingest.observations');
  private readonly groups: GroupCommit<NewObservation, RecordStatus>;

  constructor(
    log: EventLog,
    store: ReadModel,
    private readonly repair: ObservationRepair,
    settings: Settings,
  ) {
    const collection = observations(settings.observationRetentionMs);
    const target = { log, store, collection };
    this.groups = new GroupCommit<NewObservation, RecordStatus>(
      (group) => this.write(target, group),
      LIMITS,
    );
  }

  /** Whether so much waits that nobody else is to be let in. */
  get isBehind(): boolean {
    return this.groups.waitMs > PATIENCE_MS;
  }

  /** @throws Unavailable when it is not certain that the observation was recorded: the sender sends it again. */
  record(observation: NewObservation): Promise<RecordStatus> {
    return this.groups.submit(observation, observation.event.json.length);
  }

  private async write(
    target: Parameters<typeof writeObservations>[0],
    group: readonly NewObservation[],
  ): Promise<Written[]> {
    const said = new Set<unknown>();
    const fail = (error: unknown): never => {
      throw this.told(error, said);
    };
    try {
      const results = await this.writeInOneGeneration(target, group);
      return results.map((r) => {
        if (r instanceof Promise) return r.catch(fail);
        return r instanceof Error ? this.told(r, said) : r;
      });
    } catch (error) {
      throw this.told(error, said);
    }
  }

  /** Says an error once, of however many observations of a group it is. */
  private told(error: unknown, said: Set<unknown>): Unavailable {
    if (error instanceof Unavailable) return error;
    if (!said.has(error))
      this.logger.error({ err: error, msg: 'observations could not be written' });
    said.add(error);
    return new Unavailable('the observation could not be recorded; send it again', 1, {
      cause: error,
    });
  }

  /**
   * What was inserted says who is first only in documents that knew all before it: the group waited, and was appended, while another
   * generation may have begun that is not repaired yet.
   */
  private async writeInOneGeneration(
    target: Parameters<typeof writeObservations>[0],
    group: readonly NewObservation[],
  ): Promise<Written[]> {
    const { repaired } = this.repair;
    if (repaired === undefined) throw new Unavailable(BEING_REPAIRED);
    // What is appended and then not inserted is sent again, and lies in the log once for each time.
    target.store.generations?.refuseChanging();
    const placed = (whole: readonly Position[]): void => {
      if (this.repair.repaired !== repaired) throw new Unavailable(BEING_REPAIRED);
      for (const position of whole) this.repair.settle(position, repaired);
    };
    return writeObservations({ ...target, placed }, group);
  }
}

/** What a sender is told while it is not known what is new. */
export const BEING_REPAIRED = 'observations are being repaired; send it again';
