import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { Clock } from '@parapet/chassis';
import {
  eventId,
  isoTime,
  type ObservationRecorded,
  type Recorded,
  toAppend,
} from '@parapet/contracts';
import { type BatchInfo, EventLog, Reactor } from '@parapet/eventlog';
import { LawBook } from '../policy/law-book';
import { detectIssues, type Judged } from './detect-issues';
import { judgeObservation, type Law } from './judge-observation';
import { KnownIssues } from './known-issues';

/** Observations in, issues out. */
@Controller()
export class IssueConsumer {
  constructor(
    private readonly log: EventLog,
    private readonly issues: KnownIssues,
    private readonly clock: Clock,
    private readonly book: LawBook,
  ) {}

  /** Judges by every policy that was there when the batch was fetched (`exactness.md`, rule 4). */
  @Reactor('observations', 'detection.issues', { inTurn: true })
  async detect(
    @Payload() records: Iterable<Recorded<ObservationRecorded>>,
    @Ctx() { signal }: Pick<BatchInfo, 'signal'>,
  ): Promise<void> {
    const law = await this.book.current();
    const judged = judge(records, law);
    if (judged.length === 0) return;
    const known = await this.issues.of(judged, signal);
    const now = isoTime(this.clock.now());
    const events = detectIssues(judged, {
      ...{ ...known, judgedAt: law.judgedAt, now, nextId: eventId },
    });
    await this.log.append(
      'issues',
      events.map((event) => toAppend(event.data.issue_id, event)),
    );
    this.issues.said(events);
  }
}

/** Keeps of the observations only those that are issues. */
function judge(records: Iterable<Recorded<ObservationRecorded>>, law: Law): Judged[] {
  const judged: Judged[] = [];
  for (const record of records) {
    const finding = judgeObservation(record.event.data, law);
    if (finding) judged.push({ record, finding });
  }
  return judged;
}
