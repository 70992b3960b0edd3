import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';

/** How often the delay of the event loop is looked at: each look wakes a process that may have nothing else to do. */
const LOOK_MS = 250;

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** What a consumer did with records: the hook that the delivery of records counts by. */
export interface ConsumerCount {
  readonly topic: string;
  readonly group: string;
  readonly outcome: string;
  readonly count: number;
}

/** The numbers of this process, in Prometheus' text format. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();
  private readonly requests = new Histogram({
    name: 'parapet_http_request_duration_seconds',
    help: 'Duration of HTTP requests by route, method and status.',
    labelNames: ['route', 'method', 'status'] as const,
    buckets: SECONDS,
    registers: [this.registry],
  });
  private readonly records = new Counter({
    name: 'parapet_consumer_records_total',
    help: 'Records of the log by topic, consumer group and outcome.',
    labelNames: ['topic', 'group', 'outcome'] as const,
    registers: [this.registry],
  });
  private readonly series = new Map<string, { observe(seconds: number): void }>();

  /** Counts one answered request. The route is the pattern, never the path: paths are without number. */
  request(route: string, method: string, status: number, seconds: number): void {
    const key = `${method} ${route} ${status}`;
    let series = this.series.get(key);
    if (!series) {
      series = this.requests.labels({ route, method, status: String(status) });
      this.series.set(key, series);
    }
    series.observe(seconds);
  }

  /** Counts records that a consumer handled, skipped, will try again or parked. */
  consumed({ topic, group, outcome, count }: ConsumerCount): void {
    this.records.inc({ topic, group, outcome }, count);
  }

  /** Adds what concerns the whole process: memory, CPU, garbage, delay of the event loop. Once per process. */
  watchProcess(): void {
    collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: LOOK_MS });
  }
}
