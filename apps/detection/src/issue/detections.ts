import { Injectable } from '@nestjs/common';
import { Metrics } from '@parapet/chassis';
import { type IssueCreated, type IssueRecurred, SEVERITIES, toAppend } from '@parapet/contracts';
import { EventLog } from '@parapet/eventlog';
import { Counter, Histogram } from 'prom-client';

/** From the usual part of a second up to a day of being away. */
const LATENCY_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 7_200, 43_200, 86_400];

const OUTCOMES = {
  IssueCreated: 'created',
  IssueRecurred: 'recurred',
} as const satisfies Record<(IssueCreated | IssueRecurred)['type'], string>;

/** Writes into the log what was detected, and counts it for the metrics of this process. */
@Injectable()
export class Detections {
  private readonly issues: Counter<'outcome' | 'severity'>;
  private readonly latencies: Histogram;

  constructor(
    private readonly log: EventLog,
    { registry }: Metrics,
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
  async append(events: readonly (IssueCreated | IssueRecurred)[]): Promise<void> {
    await this.log.append(
      'issues',
      events.map((event) => toAppend(event.data.issue_id, event)),
    );
    for (const { type, data } of events)
      this.issues.inc({ outcome: OUTCOMES[type], severity: data.severity });
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
}
