import { NO_TRACING, serverFacts, type Span, type SpanFacts, type Tracing } from '@parapet/chassis';
import type { Agent } from 'undici';
import { DeadlineSweep } from './deadline-sweep';
import { withoutEchoes } from './echoes';
import type { EgressGuard, Refusal } from './egress-guard';
import { Exchange, RESPONSE_BYTES } from './exchange';
import { type FailureClass, failureClass, failureText } from './failure-class';
import { guardedConnector } from './guarded-connector';
import { knownConnections } from './known-connection';
import { KnownUrls } from './known-urls';
import { safeLine, safeText } from './safe-text';

const CONNECT_MS = 5_000;
const OVERALL_MS = 15_000;
const HEADER_BYTES = 16_384;
/** A connection is not asked anew after that: the name is looked up and judged again, also of a receiver that is always busy. */
const CONNECTION_MS = 60_000;

/** What came of a POST. `status` is null when no answer came; `error` null when a whole answer came. */
export interface Posted {
  readonly status: number | null;
  readonly error: FailureClass | null;
  readonly message: string;
  /** First 16 KiB of the body as safe text, without the secret headers that it says again; never decompressed. */
  readonly response: string;
  /** The address of the connection, when there was one. */
  readonly address: string | null;
  /** The `Retry-After` header as it came. */
  readonly retryAfter: string | null;
}

export interface PostRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** What it belongs to, where that is traced, and what is to be said of it there. The receiver hears nothing of it. */
  readonly trace?: { readonly parent: string; readonly facts: SpanFacts };
}

/** Posts to webhooks through the guard: pooled connections, no redirects, bounded in time and size. Never rejects. */
export class WebhookClient {
  private readonly urls: KnownUrls;
  private readonly sweep: DeadlineSweep;
  private readonly agent: Agent;

  constructor(
    guard: EgressGuard,
    overallMs = OVERALL_MS,
    private readonly tracing: Tracing = NO_TRACING,
  ) {
    this.urls = new KnownUrls(guard);
    this.sweep = new DeadlineSweep(overallMs);
    this.agent = knownConnections(guardedConnector(guard, CONNECT_MS), {
      headersTimeout: overallMs,
      bodyTimeout: overallMs,
      ...{ maxHeaderSize: HEADER_BYTES, allowH2: false, pipelining: 1 },
      ...{ clientTtl: CONNECTION_MS, keepAliveMaxTimeout: CONNECTION_MS },
    });
  }

  async post(asked: PostRequest): Promise<Posted> {
    const { trace, url } = asked;
    if (!this.tracing.isOn || trace === undefined) return this.posted(asked);
    const span = this.tracing.begin('POST webhook', { kind: 'client', parent: trace.parent });
    const posted = await this.posted(asked);
    endOf(span, posted, { ...trace.facts, ...serverFacts(url) });
    return posted;
  }

  /** Cuts what is in flight. */
  async close(): Promise<void> {
    this.sweep.close();
    await this.agent.destroy();
  }

  private async posted(asked: PostRequest): Promise<Posted> {
    const url = this.urls.get(asked.url);
    if (url.refusal) return refused(url.refusal);
    const { origin, path } = url;
    const exchange = new Exchange();
    const deadline = this.sweep.begin(() => exchange.cut());
    const { headers, body } = asked;
    try {
      this.agent.dispatch({ origin, path, method: 'POST', headers, body }, exchange);
      await exchange.answered;
      return { ...heard(exchange, headers, true), error: null, message: '' };
    } catch (error) {
      const failure = deadline.expired
        ? ({ error: 'timeout', message: 'no whole answer in time' } as const)
        : { error: failureClass(error), message: safeLine(failureText(error)) };
      return { ...heard(exchange, headers, false), ...failure };
    } finally {
      this.sweep.end(deadline);
    }
  }
}

function endOf(span: Span, { status, error }: Posted, facts: SpanFacts): void {
  const said = { 'http.request.method': 'POST', ...facts };
  if (status === null) return span.end(said, error ?? 'closed');
  const failed = error ?? (status >= 300 ? String(status) : undefined);
  span.end({ ...said, 'http.response.status_code': status }, failed);
}

/** What came of the answer, as it may be kept. `whole`: it ended as it should, or enough of it came. */
function heard(answered: Exchange, sent: PostRequest['headers'], whole: boolean) {
  const { status, retryAfter, reached } = answered;
  const { body } = answered;
  const text = safeText(body);
  const cut = !whole || body.length >= RESPONSE_BYTES;
  const response = withoutEchoes(text, sent, cut);
  return { status, retryAfter, response, address: reached?.address ?? null };
}

const refused = ({ error, reason }: Refusal): Posted => ({
  status: null,
  error,
  message: reason,
  response: '',
  address: null,
  retryAfter: null,
});
