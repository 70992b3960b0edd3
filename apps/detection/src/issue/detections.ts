import { Injectable } from '@nestjs/common';
import { Metrics, Tracing } from '@parapet/chassis';
import {
  type IssueOccurred,
  type ObservationRecorded,
  type Recorded,
  SEVERITIES,
  toAppend,
} from '@parapet/contracts';
import { appendInFull, type BatchInfo, EventLog } from '@parapet/eventlog';
import { Counter, Histogram } from 'prom-client';
import { judgedSpans } from './judged-spans';

/** From the usual part of a second up to a day of being away. */
const LATENCY_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 7_200, 43_200, 86_400];

/** What events are made from. */
interface From {
  readonly judged: readonly { readonly record: Recorded<ObservationRecorded> }[];
  /** `performance.now()` when that was begun. */
  readonly beganAt: number;
  readonly batch: BatchInfo;
}

const OUTCOMES = {
  IssueCreated: 'created',
  IssueRecurred: 'recurred',
} as const satisfies Record<IssueOccurred['type'], string>;

/** Writes into the log what was detected, and counts it for the metrics of this process. */
@Injectable()
export class Detections {
  private readonly issues: Counter<'outcome' | 'severity'>;
  private readonly latencies: Histogram;

  constructor(
    private readonly log: EventLog,
    { registry }: Metrics,
    private readonly tracing: Tracing,
  ) {
    const registers = [registry];
    this.issues = new Counter({
      name: 'parapet_issues_detected_total',
      help: 'Issues that observations were, by severity and outcome: created, or recurred where it was known.',
      labelNames: ['outcome', 'severity'],
      registers,
    });
    // From 0 on: a series that begins with the first issue would hide it from `increase`.
    for (const outcome of Object.values(OUTCOMES))
      for (const severity of SEVERITIES) this.issues.inc({ outcome, severity }, 0);
    this.latencies = new Histogram({
      name: 'parapet_detection_latency_seconds',
      help: 'Time from when an observation was received until it was judged, of the first one in each batch.',
      buckets: LATENCY_SECONDS,
      registers,
    });
  }

  /** @throws Unavailable */
  async append(events: readonly IssueOccurred[], { judged, beganAt, batch }: From): Promise<void> {
    if (!this.tracing.isOn) return this.written(events, batch);
    const records = judged.map(({ record }) => record);
    const traced = judgedSpans(this.tracing, events, records, beganAt);
    await this.written(traced.events, batch);
    // Not before: what could not be written is judged once more.
    for (const span of traced.spans) span.end();
  }

  /**
   * A batch of observations was judged.
   * @param received when the first one was received (RFC 3339); undefined where it held none
   * @param now milliseconds since 1970
   */
  judged(received: string | undefined, now: number): void {
    if (received === undefined) return;
    this.latencies.observe(Math.max(0, now - Date.parse(received)) / 1000);
  }

  private async written(events: readonly IssueOccurred[], batch: BatchInfo): Promise<void> {
    const facts = events.map((event) => toAppend(event.data.issue_id, event));
    await appendInFull(this.log, 'issues', facts, batch);
    for (const { type, data } of events)
      this.issues.inc({ outcome: OUTCOMES[type], severity: data.severity });
  }
}
