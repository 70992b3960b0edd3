import { Controller, type OnModuleInit } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Clock, foldInto, Settings, writeFolded } from '@parapet/chassis';
import { isoTime, type IssueEvent, type Recorded } from '@parapet/contracts';
import { Projection } from '@parapet/eventlog';
import { type Collection, ReadModel } from '@parapet/readmodel';
import { countByOffset, occurrencesOf, shownAnew, STORED_FIELDS } from './count-occurrences';
import { evolveEvidence, foldIssues, refuseUnfoldable, storeIssue } from './fold-issues';
import { ISSUE_EVIDENCE, ISSUES, type OccurrenceDocument, occurrences } from './issue.collection';

/** Under load they are folded some dozens at a time, which costs a fraction of each by itself. */
const REST_MS = 25;

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

  /**
   * The issue itself is stored last: whatever breaks off before it, comes again and finds what it had counted. What can never be folded
   * is refused before it counts anything: parked and appended again it is another event, and what it had counted would be counted by none.
   */
  @Projection('issues', 'detection.issue-list', { restMs: REST_MS })
  async project(@Payload() records: readonly Recorded<IssueEvent>[]): Promise<void> {
    const before = await this.store.getMany(ISSUES, [...new Set(records.map((r) => r.key))]);
    refuseUnfoldable(before, records);
    const counts = await this.count(records);
    await foldInto(this.store, ISSUE_EVIDENCE, records, { evolve: evolveEvidence });
    const changed = foldIssues(before, records, counts);
    const changes = changed.map((now) => storeIssue(now, before.get(now.id)));
    await writeFolded(this.store, ISSUES, changes);
  }

  private async count(records: readonly Recorded<IssueEvent>[]): Promise<Map<number, number>> {
    const documents = occurrencesOf(records, isoTime(this.clock.now()));
    if (documents.length === 0) return new Map();
    const inserted = await this.store.insert(this.occurrences, documents);
    const there = documents.filter((_, i) => !inserted[i]).map((d) => d.id);
    const known = await this.store.getMany(this.occurrences, there, STORED_FIELDS);
    const changes = shownAnew(documents, known);
    if (changes.length > 0) await this.store.write(this.occurrences, changes);
    return countByOffset(documents, inserted, (id) => known.get(id)?.counted_at);
  }
}
