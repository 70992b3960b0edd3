import { openReceiver, type Receiver } from './receiver';

/** A span as it was sent, by OTLP in JSON. */
export interface ToldSpan {
  readonly service: string;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly facts: Readonly<Record<string, unknown>>;
}

/** Hears the traces of a house, as a collector of OpenTelemetry does. */
export interface Collector extends Pick<Receiver, 'url' | 'close'> {
  /** All that was sent until now, as it came. */
  text(): string;
  /** Of one trace, or of all. */
  spans(traceId?: string): readonly ToldSpan[];
  /** What settings make a house tell it, soon. */
  readonly env: Readonly<Record<string, string>>;
}

interface Value {
  readonly stringValue?: string;
  readonly intValue?: number | string;
}
interface Attribute {
  readonly key: string;
  readonly value: Value;
}
type SentSpan = Omit<ToldSpan, 'service' | 'facts'> & { readonly attributes: readonly Attribute[] };
interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

const factsOf = (attributes: readonly Attribute[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

function spansOf(body: string): readonly ToldSpan[] {
  return (JSON.parse(body) as Export).resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(factsOf(resource.attributes)['service.name']);
    const spans = scopeSpans.flatMap((scope) => scope.spans);
    return spans.map((span) => ({ ...span, service, facts: factsOf(span.attributes) }));
  });
}

export async function openCollector(): Promise<Collector> {
  const headers = { 'content-type': 'application/json' };
  const receiver = await openReceiver(() => ({ status: 200, headers, body: '{}' }));
  const bodies = (): readonly string[] => receiver.at('/v1/traces').map(({ body }) => body);
  return {
    url: receiver.url,
    close: () => receiver.close(),
    text: () => bodies().join('\n'),
    spans: (traceId) => {
      const all = bodies().flatMap(spansOf);
      return traceId === undefined ? all : all.filter((span) => span.traceId === traceId);
    },
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_BSP_SCHEDULE_DELAY: '50' },
  };
}

/** The way from a span up to where its trace began, as far as it was told: service and name of each, and who began it. */
export function wayUp(
  spans: readonly ToldSpan[],
  name: string,
): { readonly way: readonly string[]; readonly begunBy: string | undefined } {
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const way: string[] = [];
  let begunBy: string | undefined;
  let at = spans.find((span) => span.name === name);
  for (; at; at = byId.get(begunBy ?? '')) {
    way.push(`${at.service}: ${at.name}`);
    begunBy = at.parentSpanId;
  }
  return { way, begunBy };
}
