import { Logger } from '@nestjs/common';
import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';

/** A collector that is away would be told of several times a second. */
const SAY_EVERY_MS = 60_000;

/** Sends spans, and says in the log that they cannot be sent: who looks for them in vain looks there. */
export class SaidFailures implements SpanExporter {
  private readonly logger = new Logger('tracing');
  private saidAt = -Infinity;
  private lost = 0;

  constructor(private readonly exporter: SpanExporter) {}

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.exporter.export(spans, (result) => {
      if (result.code !== ExportResultCode.SUCCESS) this.failed(spans.length, result.error);
      done(result);
    });
  }

  async shutdown(): Promise<void> {
    await this.exporter.shutdown();
  }

  private failed(count: number, error: Error | undefined): void {
    this.lost += count;
    const now = performance.now();
    if (now < this.saidAt + SAY_EVERY_MS) return;
    this.logger.warn(`${this.lost} spans could not be sent: ${reasonOf(error)}`);
    [this.saidAt, this.lost] = [now, 0];
  }
}

/** The code where there is one: what is said of headers shows them. */
function reasonOf(error: (Error & { readonly code?: unknown }) | undefined): string {
  return String(error?.code ?? (error?.message || 'nobody says why'));
}
