import { toldSpans } from '@parapet/chassis/testing';
import type { ObservationRecorded, Recorded } from '@parapet/contracts';
import { compileRules } from '@parapet/patterns';
import { builtInCatalog } from '../catalog/read-catalog';
import { at, connection, recorded, START } from '../testing/facts';
import { detectIssues } from './detect-issues';
import { judgeObservation } from './judge-observation';
import { judgedSpans } from './judged-spans';

const law = { rules: compileRules([]), catalog: builtInCatalog() };
const parent = (n: number): string => `00-${'a'.repeat(32)}-${String(n).padStart(16, '0')}-01`;

/** An observation that is an issue about the destination; sent in a trace, or in none. */
function seen(n: number, destination: string, traced = true): Recorded<ObservationRecorded> {
  const ms = START + n;
  const event = recorded(connection({ destination }), { id: `event_${n}`, ms });
  const sent = traced ? { ...event, traceparent: parent(n) } : event;
  return at('observations', n, 'agent_1', sent);
}

function judged(...records: readonly Recorded<ObservationRecorded>[]) {
  const found = records.map((record) => {
    const finding = judgeObservation(record.event.data, law);
    if (!finding) throw new Error('this spec is about observations that are issues');
    return { record, finding };
  });
  let made = 0;
  const events = detectIssues(found, {
    ...{ known: new Set<string>(), judgedAt: 7, now: '2026-03-03T10:00:01.000Z' },
    ...{ nextId: () => `fact_${(made += 1)}`, firstReceived: () => undefined },
  });
  const { tracing, told } = toldSpans();
  const traced = judgedSpans(tracing, events, records, 5);
  for (const span of traced.spans) span.end();
  return { told, events: traced.events };
}

test('an issue goes on with the trace of the first observation that is in one, and is linked with the others', () => {
  const { told, events } = judged(seen(1, 'x.com', false), seen(2, 'x.com'), seen(3, 'x.com'));
  expect(told).toMatchObject([
    {
      ...{ name: 'process observations', kind: 'consumer', beganAt: 5 },
      ...{ parent: parent(2), links: [parent(3)] },
      facts: {
        'messaging.batch.message_count': 3,
        'parapet.issue.id': events[0]?.data.issue_id,
        'parapet.event.type': 'IssueCreated',
      },
    },
  ]);
  expect(events.map(({ traceparent }) => traceparent)).toEqual([told[0]?.traceparent]);
});

test('what came in one request is linked once', () => {
  const [one, other] = [seen(1, 'x.com'), seen(2, 'x.com')];
  const beside = { ...other, event: { ...other.event, traceparent: parent(1) } };
  expect(judged(one, beside).told).toMatchObject([{ parent: parent(1), links: [] }]);
});

test('an issue of observations that are in no trace begins none', () => {
  const { told, events } = judged(seen(1, 'x.com', false), seen(2, 'y.com'));
  expect(told.map((span) => span.parent)).toEqual([parent(2)]);
  expect(events[0]).not.toHaveProperty('traceparent');
  expect(judged(seen(1, 'x.com', false)).told).toEqual([]);
});
