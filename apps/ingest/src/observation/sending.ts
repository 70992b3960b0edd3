import type { Span } from '@parapet/chassis';

/**
 * Sends to the log, as a span of its own where the request is traced and somebody sees it: the facts carry its `traceparent`, and
 * whoever reads them goes on from there.
 * @param count how many observations it may be
 */
export function sending<T>(
  span: Span | undefined,
  count: number,
  send: (traceparent?: string) => Promise<T>,
): Promise<T> {
  return span?.isSampled ? tracedSending(span, count, send) : send();
}

async function tracedSending<T>(
  span: Span,
  count: number,
  send: (traceparent: string) => Promise<T>,
): Promise<T> {
  const facts = {
    'messaging.operation.name': 'send',
    'messaging.operation.type': 'send',
    'messaging.destination.name': 'observations',
    ...(count > 1 && { 'messaging.batch.message_count': count }),
  };
  const sent = span.begin('send observations', { kind: 'producer', facts });
  try {
    const answer = await send(sent.traceparent);
    sent.end();
    return answer;
  } catch (error) {
    sent.end({}, error instanceof Error ? error.name : 'unknown');
    throw error;
  }
}
