import { Injectable } from '@nestjs/common';
import { Clock } from '@parapet/chassis';
import { eventId, isoTime } from '@parapet/contracts';
import { ReadModel } from '@parapet/readmodel';
import { RuleTable } from '../policy/rule-table';
import { IssueLog } from './issue-log';
import { ISSUES } from './issue.collection';
import { resolveIssues } from './resolve-issues';

/** Resolves issues that a policy allows by now (`exactness.md`, rule 13). */
@Injectable()
export class IssueResolver {
  constructor(
    private readonly store: ReadModel,
    private readonly clock: Clock,
    private readonly table: RuleTable,
    private readonly log: IssueLog,
  ) {}

  /**
   * Resolves those of the issues that are open or acknowledged and allowed. Who loses the race for an issue's next
   * version looks again, until nothing is left to resolve.
   */
  async resolveAllowed(ids: readonly string[], cause: string): Promise<void> {
    const rulesAfter = (time: string) => this.table.rulesAfter(time);
    let left = ids;
    while (left.length > 0) {
      const issues = await this.store.getMany(ISSUES, left);
      const at = { now: isoTime(this.clock.now()), cause, nextId: eventId };
      const { rules } = this.table.current();
      const events = resolveIssues(issues.values(), { rules, rulesAfter }, at);
      await this.log.append(events);
      left = events.map((event) => event.data.issue_id);
    }
  }
}
