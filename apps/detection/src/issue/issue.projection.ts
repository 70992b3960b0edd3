import { Controller, type OnModuleInit } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Clock, foldInto, Settings } from '@parapet/chassis';
import { isoTime, type IssueEvent, type Recorded } from '@parapet/contracts';
import { type Outcome, Projection, retry } from '@parapet/eventlog';
import { type Collection, ReadModel } from '@parapet/readmodel';
import { countByOffset, occurrencesOf } from './count-occurrences';
import { evolveEvidence, foldIssues, storeIssue } from './fold-issues';
import {
  ISSUE_EVIDENCE,
  ISSUES,
  type IssueDocument,
  type OccurrenceDocument,
  occurrences,
} from './issue.collection';

const AGAIN_MS = 50;

/** Folds issue events into what the API reads, and counts each observation of an issue once (`exactness.md`, rule 11). */
@Controller()
export class IssueProjection implements OnModuleInit {
  private readonly occurrences: Collection<OccurrenceDocument>;

  constructor(
    private readonly store: ReadModel,
    private readonly clock: Clock,
    settings: Settings,
  ) {
    this.occurrences = occurrences(settings.observationRetentionMs);
  }

  async onModuleInit(): Promise<void> {
    await this.store.declare(ISSUES);
    await this.store.declare(ISSUE_EVIDENCE);
    await this.store.declare(this.occurrences);
  }

  /** The issue itself is stored last: whatever breaks off before it, comes again and finds what it had counted. */
  @Projection('issues', 'detection.issue-list')
  async project(@Payload() records: readonly Recorded<IssueEvent>[]): Promise<Outcome[] | void> {
    const counts = await this.count(records);
    await foldInto(this.store, ISSUE_EVIDENCE, records, { evolve: evolveEvidence });
    const before = await this.store.getMany(ISSUES, [...new Set(records.map((r) => r.key))]);
    const changed = foldIssues(before, records, counts);
    if (await this.stored(changed, before)) return;
    return records.map(() => retry(AGAIN_MS));
  }

  private async count(records: readonly Recorded<IssueEvent>[]): Promise<Map<number, number>> {
    const documents = occurrencesOf(records, isoTime(this.clock.now()));
    if (documents.length === 0) return new Map();
    const inserted = await this.store.insert(this.occurrences, documents);
    const there = documents.filter((_, i) => !inserted[i]).map((d) => d.id);
    const known = await this.store.getMany(this.occurrences, there, ['counted_at']);
    return countByOffset(documents, inserted, (id) => known.get(id)?.counted_at);
  }

  private async stored(
    changed: readonly IssueDocument[],
    before: ReadonlyMap<string, IssueDocument>,
  ): Promise<boolean> {
    if (changed.length === 0) return true;
    const changes = changed.map((now) => storeIssue(now, before.get(now.id)));
    return !(await this.store.write(ISSUES, changes)).includes('unchanged');
  }
}
