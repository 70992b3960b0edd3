import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { Clock } from '@parapet/chassis';
import { eventId, isoTime, type ObservationRecorded, type Recorded } from '@parapet/contracts';
import { type BatchInfo, Reactor } from '@parapet/eventlog';
import { LawBook } from '../policy/law-book';
import { detectIssues, type Judged } from './detect-issues';
import { Detections } from './detections';
import { judgeObservation, type Law } from './judge-observation';
import { KnownIssues } from './known-issues';

/** Observations in, issues out. */
@Controller()
export class IssueConsumer {
  constructor(
    private readonly detections: Detections,
    private readonly issues: KnownIssues,
    private readonly clock: Clock,
    private readonly book: LawBook,
  ) {}

  /** Judges by every policy that was there when the batch was fetched (`exactness.md`, rule 4). */
  @Reactor('observations', 'detection.issues', { inTurn: true })
  async detect(
    @Payload() records: Iterable<Recorded<ObservationRecorded>>,
    @Ctx() batch: BatchInfo,
  ): Promise<void> {
    const beganAt = performance.now();
    const law = await this.book.current();
    const { judged, firstReceived } = judge(records, law);
    if (judged.length > 0) {
      const known = await this.issues.of(judged, batch.signal);
      const now = isoTime(this.clock.now());
      const events = detectIssues(judged, {
        ...{ ...known, judgedAt: law.judgedAt, now, nextId: eventId },
      });
      await this.detections.append(events, { judged, beganAt, batch });
      this.issues.said(events);
    }
    this.detections.judged(firstReceived, this.clock.now());
  }
}

/** Keeps of the observations only those that are issues, and when the first one of all was received. */
function judge(records: Iterable<Recorded<ObservationRecorded>>, law: Law) {
  const judged: Judged[] = [];
  let firstReceived: string | undefined;
  for (const record of records) {
    firstReceived ??= record.event.data.received_at;
    const { data, actor } = record.event;
    const finding = judgeObservation(data, law, actor);
    if (finding) judged.push({ record, finding });
  }
  return { judged, firstReceived };
}
