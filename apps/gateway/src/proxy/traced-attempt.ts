import { serverFacts, type Span, type SpanFacts } from '@parapet/chassis';
import { withoutSecrets } from '@parapet/contracts';
import type { Dispatcher } from 'undici';
import type { Failure } from './failure';

const LONGEST_URL = 512;

type Options = Pick<Dispatcher.RequestOptions, 'method' | 'path'> & {
  readonly headers: string[];
};

type Outcome = { readonly statusCode: number } | Failure;

/** Asks as a part of the request's trace, which the service that is asked goes on with. */
export async function tracedAttempt<O extends Options, T extends Outcome>(
  parent: Span,
  { origin, options }: { readonly origin: string; readonly options: O },
  ask: (options: O) => Promise<T>,
): Promise<T> {
  const { method, path, headers } = options;
  const span = parent.begin(method, { kind: 'client' });
  const facts = (): SpanFacts => ({
    'http.request.method': method,
    ...serverFacts(origin),
    'url.full': withoutSecrets(`${origin}${path.split('?', 1)[0]}`.slice(0, LONGEST_URL)),
  });
  try {
    const outcome = await ask({ ...options, headers: [...headers, ...span.headers()] });
    if (span.isSampled) end(span, facts(), outcome);
    return outcome;
  } catch (error) {
    span.end(facts(), 'gone');
    throw error;
  }
}

function end(span: Span, facts: SpanFacts, outcome: Outcome): void {
  if (typeof outcome === 'string') return span.end(facts, outcome);
  const { statusCode } = outcome;
  const error = statusCode >= 400 ? String(statusCode) : undefined;
  span.end({ ...facts, 'http.response.status_code': statusCode }, error);
}
