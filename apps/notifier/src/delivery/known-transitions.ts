import { Injectable } from '@nestjs/common';
import { Projections } from '@parapet/chassis';
import { type IssueEvent, positionText, type Recorded } from '@parapet/contracts';
import { inOneGeneration, ReadModel } from '@parapet/readmodel';
import { type Transition, TRANSITIONS } from './transition.collection';

/** The transitions that facts made, as the projection of this service has found them. */
@Injectable()
export class KnownTransitions {
  constructor(
    private readonly store: ReadModel,
    private readonly projections: Projections,
  ) {}

  /**
   * Transitions by the position text of their fact, for records of one partition.
   * @returns null when the projection has not come so far within `waitMs`.
   * @throws Unavailable when the documents were dropped or swapped meanwhile: nothing found would be an alert lost for ever
   */
  of(
    records: readonly Recorded<IssueEvent>[],
    waitMs: number,
  ): Promise<ReadonlyMap<string, Transition> | null> {
    return inOneGeneration(this.store, TRANSITIONS, () => this.projected(records, waitMs));
  }

  private async projected(
    records: readonly Recorded<IssueEvent>[],
    waitMs: number,
  ): Promise<ReadonlyMap<string, Transition> | null> {
    const last = records.at(-1)?.position;
    if (!last) return new Map();
    const progress = this.projections.of('notifier.transitions', 'issues');
    if (!(await progress.reached(last.partition, last.offset, waitMs))) return null;
    return this.store.getMany(
      TRANSITIONS,
      records.map((r) => positionText(r.position)),
    );
  }
}
