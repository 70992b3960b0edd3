import type { Span, Tracing } from '@parapet/chassis';
import {
  type IssueOccurred,
  type ObservationRecorded,
  positionText,
  type Recorded,
} from '@parapet/contracts';

/** How many observations an issue is linked with besides the one that its span hangs in. */
const LINKS = 32;

/** Events that carry on the traces of what they are made from, and the spans that tell of that. */
export interface Traced {
  readonly events: readonly IssueOccurred[];
  readonly spans: readonly Span[];
}

/**
 * A span for each issue of a batch that a traced observation made, or made to occur again: part of the trace of the first such one, and
 * linked with the others. What is no issue gets none.
 */
export function judgedSpans(
  tracing: Tracing,
  events: readonly IssueOccurred[],
  records: readonly Recorded<ObservationRecorded>[],
  beganAt: number,
): Traced {
  const traces = new Map<string, string>();
  for (const { position, event } of records)
    if (event.traceparent !== undefined) traces.set(positionText(position), event.traceparent);
  const spans: Span[] = [];
  if (traces.size === 0) return { events, spans };
  const traced = events.map((event): IssueOccurred => {
    const { observations, issue_id, severity } = event.data;
    // The lines of one request have one.
    const [parent, ...links] = new Set(
      observations.flatMap(({ position }) => traces.get(position) ?? []),
    );
    if (parent === undefined) return event;
    const span = tracing.begin('process observations', {
      ...{ kind: 'consumer', parent, links: links.slice(0, LINKS), beganAt },
      facts: {
        'messaging.operation.name': 'process',
        'messaging.operation.type': 'process',
        'messaging.destination.name': 'observations',
        'messaging.consumer.group.name': 'detection.issues',
        'messaging.batch.message_count': observations.length,
        ...{ 'parapet.issue.id': issue_id, 'parapet.issue.severity': severity },
        'parapet.event.type': event.type,
      },
    });
    spans.push(span);
    return { ...event, traceparent: span.traceparent };
  });
  return { events: traced, spans };
}
