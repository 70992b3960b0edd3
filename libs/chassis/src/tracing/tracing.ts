/** What a span says of itself, by the names of OpenTelemetry's semantic conventions. Never a token, the value of a header or a body. */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>;

export interface SpanStart {
  readonly kind: 'server' | 'client' | 'producer' | 'consumer';
  /** What led to it, as W3C `traceparent`; where there is none, or none that can be read, a trace begins. */
  readonly parent?: string | undefined;
  /** W3C `tracestate` beside it, as it came. */
  readonly state?: string | undefined;
  /** What led to it besides. */
  readonly links?: readonly string[] | undefined;
  /** `performance.now()` when it began. Default: now. */
  readonly beganAt?: number;
  readonly facts?: SpanFacts;
}

/** Something that is done, in the trace that it belongs to. */
export interface Span {
  /** Whether anybody will see it. If not it only carries on what was decided, and nothing is to be said of it. */
  readonly isSampled: boolean;
  readonly traceId: string;
  readonly spanId: string;
  /** For what this leads to. */
  readonly traceparent: string;
  /** Headers, names and values in turn, by which another process goes on with the trace. */
  headers(): readonly string[];
  /** Begins a part of it. */
  begin(name: string, start: Omit<SpanStart, 'parent' | 'state'>): Span;
  rename(name: string): void;
  /** @param error class of what went wrong */
  end(facts?: SpanFacts, error?: string): void;
}

/**
 * Tells a collector what was done for whom, and for how long. An abstract class, so that it is the type and the Nest token. What
 * becomes of spans is nobody's concern who makes them: nothing here waits, and nothing is thrown.
 */
export abstract class Tracing {
  /** False where nothing is traced: whoever is asked often asks this and nothing else. */
  abstract readonly isOn: boolean;
  abstract begin(name: string, start: SpanStart): Span;
  /** Sends what is left, for so many milliseconds at most. */
  abstract close(withinMs: number): Promise<void>;
}

const NO_SPAN: Span = {
  ...{ isSampled: false, traceId: '', spanId: '', traceparent: '' },
  headers: () => [],
  begin: () => NO_SPAN,
  rename: () => undefined,
  end: () => undefined,
};

/** Of a process that tells nobody. */
export const NO_TRACING: Tracing = {
  isOn: false,
  begin: () => NO_SPAN,
  close: () => Promise.resolve(),
};
