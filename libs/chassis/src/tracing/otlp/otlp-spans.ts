import { setTimeout as wait } from 'node:timers/promises';
import {
  type Context,
  type Link,
  ROOT_CONTEXT,
  type Span as OtlpSpan,
  type SpanContext,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Tracer,
} from '@opentelemetry/api';
import { parseTraceParent, TraceState } from '@opentelemetry/core';
import type { Span, SpanFacts, SpanStart, Tracing } from '../tracing';

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const satisfies Record<SpanStart['kind'], SpanKind>;

/** Characters that others must pass on (W3C); each span that waits keeps them. */
const LONGEST_STATE = 512;

/** What spans are made with. */
interface Maker {
  readonly tracer: Tracer;
  /** As the conventions name what keeps the log. */
  readonly messaging: string;
}

/** Spans of OpenTelemetry, as the house sees them. */
export class OtlpSpans implements Tracing {
  readonly isOn = true;

  constructor(
    private readonly maker: Maker,
    private readonly shutdown: () => Promise<void>,
  ) {}

  begin(name: string, start: SpanStart): Span {
    return begun(this.maker, contextOf(start), name, start);
  }

  async close(withinMs: number): Promise<void> {
    const late = new AbortController();
    const timeIsUp = wait(withinMs, undefined, { signal: late.signal });
    await Promise.race([this.shutdown(), timeIsUp]).catch(() => undefined);
    late.abort();
    await timeIsUp.catch(() => undefined);
  }
}

function begun(maker: Maker, context: Context, name: string, start: SpanStart): Span {
  const { kind, links, beganAt, facts } = start;
  const options: SpanOptions = { kind: KINDS[kind] };
  if (links) options.links = links.flatMap(linkTo);
  if (beganAt !== undefined) options.startTime = beganAt;
  if (kind === 'producer' || kind === 'consumer')
    options.attributes = { 'messaging.system': maker.messaging, ...facts };
  else if (facts) options.attributes = facts;
  return new BegunSpan(maker, maker.tracer.startSpan(name, options, context));
}

function contextOf({ parent, state }: SpanStart): Context {
  const known = parent === undefined ? null : parseTraceParent(parent);
  if (!known) return ROOT_CONTEXT;
  const isKept = state !== undefined && state.length <= LONGEST_STATE;
  const traceState = isKept ? new TraceState(state) : undefined;
  return trace.setSpanContext(ROOT_CONTEXT, {
    ...{ ...known, isRemote: true },
    ...(traceState && { traceState }),
  });
}

function linkTo(traceparent: string): Link[] {
  const context = parseTraceParent(traceparent);
  return context ? [{ context }] : [];
}

class BegunSpan implements Span {
  private readonly context: SpanContext;

  constructor(
    private readonly maker: Maker,
    private readonly span: OtlpSpan,
  ) {
    this.context = span.spanContext();
  }

  get isSampled(): boolean {
    return this.span.isRecording();
  }

  get traceId(): string {
    return this.context.traceId;
  }

  get spanId(): string {
    return this.context.spanId;
  }

  get traceparent(): string {
    const { traceId, spanId, traceFlags } = this.context;
    return `00-${traceId}-${spanId}-${(traceFlags & TraceFlags.SAMPLED) === 0 ? '00' : '01'}`;
  }

  headers(): readonly string[] {
    const state = this.context.traceState?.serialize();
    return ['traceparent', this.traceparent, ...(state ? ['tracestate', state] : [])];
  }

  begin(name: string, start: Omit<SpanStart, 'parent' | 'state'>): Span {
    return begun(this.maker, trace.setSpan(ROOT_CONTEXT, this.span), name, start);
  }

  rename(name: string): void {
    this.span.updateName(name);
  }

  end(facts?: SpanFacts, error?: string): void {
    if (facts) this.span.setAttributes(facts);
    if (error !== undefined)
      this.span.setAttribute('error.type', error).setStatus({ code: SpanStatusCode.ERROR });
    // Without a time the library would take that of a clock which can be set.
    this.span.end(performance.now());
  }
}
