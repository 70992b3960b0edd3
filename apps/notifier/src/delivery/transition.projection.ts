import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { asRead, writeFolded } from '@parapet/chassis';
import type { IssueEvent, Recorded } from '@parapet/contracts';
import { Projection } from '@parapet/eventlog';
import { type Change, ReadModel } from '@parapet/readmodel';
import { foldTransitions } from './fold-transitions';
import { FOLDED_ISSUES, type FoldedIssue, TRANSITIONS } from './transition.collection';

/** Under load they are folded some dozens at a time, which costs a fraction of each by itself. */
const REST_MS = 25;

/** Topic `issues` into the transitions that deliveries are planned by. */
@Controller()
export class TransitionProjection {
  constructor(private readonly store: ReadModel) {}

  /** Transitions first, states after them: whoever dies in between makes the same transitions again. */
  @Projection('issues', 'notifier.transitions', { restMs: REST_MS })
  async project(@Payload() records: readonly Recorded<IssueEvent>[]): Promise<void> {
    const ids = [...new Set(records.map((r) => r.key))];
    const before = await this.store.getMany(FOLDED_ISSUES, ids);
    const { issues, transitions } = foldTransitions(before, records);
    if (transitions.length > 0) await this.store.insert(TRANSITIONS, transitions);
    const changes = [...issues.values()].flatMap((now) => change(now, before.get(now.id)));
    await writeFolded(this.store, FOLDED_ISSUES, changes);
  }
}

function change(now: FoldedIssue, was: FoldedIssue | undefined): Change<FoldedIssue>[] {
  if (now === was) return [];
  const guard = asRead(was);
  return [was ? { id: now.id, set: now, guard } : { id: now.id, insert: now, guard }];
}
