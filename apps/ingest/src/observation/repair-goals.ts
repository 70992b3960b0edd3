import { Injectable } from '@nestjs/common';
import { ProjectionEnd, Projections, Settings } from '@parapet/chassis';
import type { Position } from '@parapet/contracts';
import { EventLog } from '@parapet/eventlog';
import { generationOf, ReadModel } from '@parapet/readmodel';
import { observations } from './observation.collection';

/** Group of the projection that repairs. */
export const REPAIR_GROUP = 'ingest.observations';

/** What the documents of one generation are to know before anything is taken in. */
export interface RepairGoal {
  readonly generation: string;
  readonly end: ProjectionEnd;
}

/** Asks what the documents of a generation are to know before the repair is done. */
@Injectable()
export class RepairGoals {
  constructor(
    private readonly log: EventLog,
    private readonly store: ReadModel,
    private readonly projections: Projections,
    private readonly settings: Settings,
  ) {}

  /** Names the generation that is answered from. */
  generation(): string {
    return generationOf(this.store);
  }

  /** Hears when another generation takes over. Answers how to stop hearing. */
  onChange(listener: () => void): () => void {
    return this.store.generations?.onChange(listener) ?? (() => undefined);
  }

  /** See `ProjectionProgress.settle`. */
  settle(position: Position, generation: string): void {
    this.projections.of(REPAIR_GROUP, 'observations').settle(position, generation);
  }

  /**
   * The end of the log now. As long as another process may still insert into an older generation nothing can be inserted into
   * this one: an end asked before that could miss what the other one answered 201 for.
   * @throws Unavailable
   */
  async ask(): Promise<RepairGoal> {
    const generation = this.generation();
    await this.store.insert(observations(this.settings.observationRetentionMs), []);
    const ends = await this.log.ends('observations');
    const progress = this.projections.of(REPAIR_GROUP, 'observations');
    const end = new ProjectionEnd(this.log, { progress, topic: 'observations', ends });
    return { generation, end };
  }
}
