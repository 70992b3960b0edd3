import { Agent, request } from 'undici';
import { type Deadline, DeadlineSweep } from './deadline-sweep';
import { withoutEchoes } from './echoes';
import type { EgressGuard, Refusal } from './egress-guard';
import { type FailureClass, failureClass, failureText, wasConnected } from './failure-class';
import { guardedConnector } from './guarded-connector';
import { safeLine, safeText } from './safe-text';

const CONNECT_MS = 5_000;
const OVERALL_MS = 15_000;
const RESPONSE_BYTES = 16_384;
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
}

type Responded = Awaited<ReturnType<typeof request>>;

/** Posts to webhooks through the guard: pooled connections, no redirects, bounded in time and size. Never rejects. */
export class WebhookClient {
  private readonly addresses = new Map<string, string>();
  private readonly sweep: DeadlineSweep;
  private readonly agent: Agent;

  constructor(
    private readonly guard: EgressGuard,
    overallMs = OVERALL_MS,
  ) {
    this.sweep = new DeadlineSweep(overallMs);
    this.agent = new Agent({
      connect: guardedConnector(guard, CONNECT_MS, (origin, address) =>
        this.addresses.set(origin, address),
      ),
      headersTimeout: overallMs,
      bodyTimeout: overallMs,
      ...{ maxHeaderSize: HEADER_BYTES, allowH2: false, pipelining: 1 },
      ...{ clientTtl: CONNECTION_MS, keepAliveMaxTimeout: CONNECTION_MS },
    });
  }

  async post(asked: PostRequest): Promise<Posted> {
    const refusal = this.guard.checkUrl(asked.url);
    if (refusal) return refused(refusal);
    const { origin } = new URL(asked.url);
    const deadline = this.sweep.begin();
    const answered: Answered = { status: null, chunks: [], retryAfter: null };
    const seen = (whole: boolean) => {
      const address = this.addresses.get(origin) ?? null;
      return { ...heard(answered, asked.headers, whole), address };
    };
    try {
      await this.exchange(asked, deadline, answered);
      return { ...seen(true), error: null, message: '' };
    } catch (error) {
      const failure = deadline.expired
        ? ({ error: 'timeout', message: 'no whole answer in time' } as const)
        : { error: failureClass(error), message: safeLine(failureText(error)) };
      return { ...seen(false), ...(!wasConnected(error) && { address: null }), ...failure };
    } finally {
      this.sweep.end(deadline);
    }
  }

  /** Cuts what is in flight. */
  async close(): Promise<void> {
    this.sweep.close();
    await this.agent.destroy();
  }

  private async exchange(asked: PostRequest, deadline: Deadline, into: Answered): Promise<void> {
    const { url, headers, body } = asked;
    const answer = await request(url, {
      method: 'POST',
      headers,
      body,
      dispatcher: this.agent,
      signal: deadline,
    });
    into.status = answer.statusCode;
    into.retryAfter = single(answer.headers['retry-after']);
    await readSome(answer.body, into.chunks);
  }
}

interface Answered {
  status: number | null;
  retryAfter: string | null;
  readonly chunks: Buffer[];
}

/** What came of the answer, as it may be kept. `whole`: it ended as it should. */
function heard(answered: Answered, sent: PostRequest['headers'], whole: boolean) {
  const { status, retryAfter } = answered;
  const bytes = Buffer.concat(answered.chunks);
  const text = safeText(bytes.subarray(0, RESPONSE_BYTES));
  const cut = !whole || bytes.length > RESPONSE_BYTES;
  return { status, retryAfter, response: withoutEchoes(text, sent, cut) };
}

const single = (header: string | string[] | undefined): string | null =>
  (Array.isArray(header) ? header[0] : header) ?? null;

/** Reads at most 16 KiB; the connection of a longer answer is closed rather than read to its end. */
async function readSome(body: Responded['body'], chunks: Buffer[]): Promise<void> {
  let size = 0;
  for await (const chunk of body) {
    const bytes: Buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    chunks.push(bytes);
    size += bytes.length;
    if (size >= RESPONSE_BYTES) return;
  }
}

const refused = ({ error, reason }: Refusal): Posted => ({
  status: null,
  error,
  message: reason,
  response: '',
  address: null,
  retryAfter: null,
});
