import { SpanKind } from '@opentelemetry/api';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { Logger } from '@nestjs/common';
import { ProbeModule } from '../../testing/probe.module';
import { type TestHouse, testHouse } from '../../testing/test-house';
import { OtlpSpans } from './otlp-spans';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CLIENT = 'b7ad6b7169203331';
const exporter = new InMemorySpanExporter();

const spansBy = (sampler = new AlwaysOnSampler()): OtlpSpans => {
  const spanProcessors = [new SimpleSpanProcessor({ exporter })];
  const provider = new TracerProvider({ sampler, spanProcessors });
  const tracer = provider.getTracer('spec');
  return new OtlpSpans({ tracer, messaging: 'parapet' }, () => provider.shutdown());
};

let house: TestHouse;
beforeAll(async () => {
  house = await testHouse({ imports: [ProbeModule], tracing: spansBy() });
});
afterAll(() => house.close());
beforeEach(() => exporter.reset());

/** Asks, and answers what was told of it. */
async function told(url: string, headers = {}, method = 'GET'): Promise<ReadableSpan | undefined> {
  const authorization = `Bearer ${house.adminToken}`;
  await house.inject({ method: method as 'GET', url, headers: { authorization, ...headers } });
  return exporter.getFinishedSpans().at(-1);
}

describe('the span of a request', () => {
  test('has the route in its name, and nothing of the query, of headers or of the body', async () => {
    const span = await told('/v1/issues/one?token=pp_u_hidden', { 'x-said': 'hidden' });
    expect([span?.name, span?.kind]).toEqual(['GET /v1/issues/:id', SpanKind.SERVER]);
    expect(span?.attributes).toEqual({
      ...{ 'http.request.method': 'GET', 'http.response.status_code': 404 },
      ...{ 'http.route': '/v1/issues/:id', 'url.path': '/v1/issues/one', 'url.scheme': 'http' },
    });
  });

  test('hides a token that somebody put into a path', async () => {
    const span = await told('/v1/issues/pp_u_0123456789');
    expect(span?.attributes['url.path']).toBe('/v1/issues/pp_u_…');
  });

  test('has no route where there is none, and no method that somebody made up', async () => {
    const span = await told('/v1/nothing', {}, 'PROPFIND');
    expect(span?.name).toBe('HTTP');
    expect(span?.attributes).toMatchObject({ 'http.request.method': '_OTHER' });
    expect(Object.keys(span?.attributes ?? {})).not.toContain('http.route');
  });

  test('hangs in the trace of the client, with its state', async () => {
    const traceparent = `00-${TRACE}-${CLIENT}-01`;
    const span = await told('/v1/issues', { traceparent, tracestate: 'a=1' });
    expect(span?.spanContext()).toMatchObject({ traceId: TRACE, traceFlags: 1 });
    expect(span?.parentSpanContext).toMatchObject({ spanId: CLIENT, isRemote: true });
    expect(span?.spanContext().traceState?.serialize()).toBe('a=1');
  });

  test('carries no more of the state of the client than others must pass on', async () => {
    const traceparent = `00-${TRACE}-${CLIENT}-01`;
    const span = await told('/v1/issues', { traceparent, tracestate: `a=${'1'.repeat(600)}` });
    expect(span?.spanContext().traceId).toBe(TRACE);
    expect(span?.spanContext().traceState).toBeUndefined();
  });

  test.each(['', 'nonsense', `00-${'0'.repeat(32)}-${CLIENT}-01`, `00-${TRACE}-${CLIENT}`])(
    'begins a trace where the client says %j',
    async (traceparent) => {
      const span = await told('/v1/issues', { traceparent });
      expect(span?.parentSpanContext).toBeUndefined();
      expect(span?.spanContext().traceId).toMatch(/^(?!0{32})[\da-f]{32}$/);
    },
  );

  test('says of a failure what it was, and the log says of which span it was', async () => {
    const error = jest.spyOn(Logger.prototype, 'error').mockReturnValue();
    const span = await told('/v1/issues/broken');
    expect(span?.attributes['error.type']).toBe('500');
    const { traceId: trace_id, spanId: span_id } = span?.spanContext() ?? {};
    expect(error.mock.calls[0]?.[0]).toMatchObject({ msg: 'request failed', trace_id, span_id });
    error.mockRestore();
  });

  test.each(['/healthz', '/readyz', '/metrics'])('%s has none', async (path) =>
    expect(await told(path)).toBeUndefined(),
  );
});

describe('spans', () => {
  test('carry on what was decided where nobody will see them', () => {
    const span = spansBy(new AlwaysOffSampler()).begin('a', { kind: 'server' });
    expect(span.isSampled).toBe(false);
    expect(span.headers()).toEqual(['traceparent', expect.stringMatching(/^00-.{32}-.{16}-00$/)]);
    span.end();
    expect(exporter.getFinishedSpans()).toEqual([]);
  });

  test('of the log say what keeps it, and what led to them besides', () => {
    const links = [`00-${TRACE}-${CLIENT}-01`, 'nonsense'];
    spansBy().begin('process', { kind: 'consumer', links }).end();
    const [span] = exporter.getFinishedSpans();
    expect(span?.attributes).toEqual({ 'messaging.system': 'parapet' });
    expect(span?.links.map(({ context }) => context.spanId)).toEqual([CLIENT]);
  });

  test('are waited for at the end no longer than there is time', async () => {
    const never = new OtlpSpans(
      { tracer: new TracerProvider().getTracer('spec'), messaging: 'parapet' },
      () => new Promise(() => undefined),
    );
    const began = performance.now();
    await never.close(30);
    await never.close(0);
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});
