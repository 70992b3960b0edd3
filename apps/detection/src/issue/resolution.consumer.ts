import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import {
  type IssueEvent,
  type PolicyEvent,
  type Position,
  positionText,
  type Recorded,
} from '@parapet/contracts';
import { Reactor } from '@parapet/eventlog';
import { inOneGeneration, ReadModel } from '@parapet/readmodel';
import { RuleTable } from '../policy/rule-table';
import { isOccurrence } from './count-occurrences';
import { ISSUES } from './issue.collection';
import { after, IssueLog } from './issue-log';
import { IssueResolver } from './issue-resolver';
import { UNSETTLED } from './resolve-issues';

const PAGE = 500;
/** Few issues are judged by older policies: progress among them is stored now and then. */
const REST_MS = 100;

/**
 * Policies change: issues that are allowed by now are resolved, those that slip in behind the scan too. A list that was dropped
 * while it was looked through would hide some: then it is looked through again.
 */
@Controller()
export class ResolutionConsumer {
  constructor(
    private readonly store: ReadModel,
    private readonly table: RuleTable,
    private readonly log: IssueLog,
    private readonly resolver: IssueResolver,
  ) {}

  /** Looks at every issue that was in the log when the policies had been applied. */
  @Reactor('policies', 'detection.resolver')
  async rescan(@Payload() records: readonly Recorded<PolicyEvent>[]): Promise<void> {
    const last = records.filter(mayAllow).at(-1);
    if (!last) return;
    await this.table.caughtUp();
    const cause = positionText(last.position);
    const resolve = (ids: readonly string[]) => this.resolver.resolveAllowed(ids, cause);
    await inOneGeneration(this.store, ISSUES, async () => {
      const began = await this.log.allListed();
      for (const status of UNSETTLED)
        for await (const ids of this.pages(status)) await resolve(ids);
      // What went from one status to the other meanwhile may have been in neither.
      await resolve(await this.log.unsettledSince(began));
    });
  }

  /** An issue that was judged by older policies is judged again once it is in the list. */
  @Reactor('issues', 'detection.rejudge', { restMs: REST_MS, inTurn: true })
  async rejudge(@Payload() records: Iterable<Recorded<IssueEvent>>): Promise<void> {
    const seen = judgedIn(records);
    if (seen.length === 0) return;
    await this.table.caughtUp();
    const { judgedAt } = this.table.current();
    const stale = seen.filter((judged) => judged.judgedAt < judgedAt);
    const last = stale.at(-1);
    if (!last) return;
    const ids = [...new Set(stale.map(({ issueId }) => issueId))];
    await inOneGeneration(this.store, ISSUES, async () => {
      await this.log.listed(after([last.position]));
      await this.resolver.resolveAllowed(ids, positionText(last.position));
    });
  }

  private async *pages(status: (typeof UNSETTLED)[number]): AsyncGenerator<string[]> {
    let after: { sort: string; id: string } | undefined;
    for (;;) {
      const found = await this.store.page(ISSUES, {
        ...{ equal: { status }, sort: 'created_at' as const, limit: PAGE },
        ...(after && { after }),
      });
      yield found.map((issue) => issue.id);
      const last = found.at(-1);
      if (!last || found.length < PAGE) return;
      after = { sort: last.created_at, id: last.id };
    }
  }
}

/** When an issue was judged: the offset in `policies` up to which (exclusive) rules were applied. */
interface JudgedIssue {
  readonly position: Position;
  readonly issueId: string;
  readonly judgedAt: number;
}

function judgedIn(records: Iterable<Recorded<IssueEvent>>): JudgedIssue[] {
  const judged: JudgedIssue[] = [];
  for (const { position, event } of records)
    if (isOccurrence(event))
      judged.push({ position, issueId: event.data.issue_id, judgedAt: event.data.judged_at });
  return judged;
}

/** A new block rule allows nothing. */
const mayAllow = ({ event }: Recorded<PolicyEvent>): boolean =>
  event.type !== 'PolicyCreated' || event.data.document.type === 'allow';
