import { Injectable } from '@nestjs/common';
import { Clock, Commands, type CommandTarget } from '@parapet/chassis';
import { eventId, Problem } from '@parapet/contracts';
import { ReadModel } from '@parapet/readmodel';
import { changeIssueStatus, type StatusAsked } from './change-issue-status';
import { type IssueDocument, ISSUES } from './issue.collection';

const TARGET: CommandTarget<IssueDocument> = {
  ...{ topic: 'issues', projection: 'detection.issue-list', collection: ISSUES },
};

/** What people may do to an issue. */
@Injectable()
export class IssueCommands {
  constructor(
    private readonly store: ReadModel,
    private readonly commands: Commands,
    private readonly clock: Clock,
  ) {}

  /** @throws Problem `not_found` */
  async find(id: string): Promise<IssueDocument> {
    const issue = await this.store.get(ISSUES, id);
    if (!issue)
      throw new Problem(
        'not_found',
        'There is no such issue',
        'GET /v1/issues has those there are',
      );
    return issue;
  }

  /**
   * Gives an issue another status and answers the issue after it.
   * @throws Problem `not_found`, `bad_request`, or `conflict` when someone else was first.
   */
  async changeStatus(id: string, asked: StatusAsked, actor: string): Promise<IssueDocument> {
    const asker = { eventId: eventId(), now: this.clock.now(), actor };
    const { before, event } = await this.commands.decided(
      TARGET,
      id,
      () => this.find(id),
      (issue) => changeIssueStatus(issue, asked, asker),
    );
    if (!event) return before;
    return (await this.commands.run(TARGET, id, event)) ?? this.find(id);
  }
}
