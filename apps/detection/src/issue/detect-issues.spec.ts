import { isoTime, type ObservationBody } from '@parapet/contracts';
import { compileRules } from '@parapet/patterns';
import { builtInCatalog } from '../catalog/read-catalog';
import { at, connection, policy, recorded, START } from '../testing/facts';
import { type Belief, detectIssues, type Judged } from './detect-issues';
import { judgeObservation } from './judge-observation';

const law = { rules: compileRules([]), catalog: builtInCatalog() };

function judged(offset: number, body: ObservationBody, id = `event_${offset}`): Judged {
  const record = at('observations', offset, 'agent_1', recorded(body, { id, ms: START + offset }));
  const finding = judgeObservation(record.event.data, law);
  if (!finding) throw new Error('this spec is about observations that are issues');
  return { record, finding };
}

const belief = (known: readonly string[] = []): Belief => {
  let made = 0;
  return {
    ...{ known: new Set(known), judgedAt: 7, now: '2026-03-03T10:00:01.000Z' },
    nextId: () => `fact_${(made += 1)}`,
    firstReceived: () => undefined,
  };
};

const to = (destination: string, rest: Partial<ObservationBody> = {}): ObservationBody =>
  connection({ destination }, rest);

test('rule 11: one event for each issue of a batch, in the order of their first occurrence', () => {
  const batch = [judged(1, to('x.com')), judged(2, to('y.com')), judged(3, to('x.com'))];
  const events = detectIssues(batch, belief());
  expect(events.map((e) => [e.type, e.data.title, e.data.observations.map((o) => o.id)])).toEqual([
    ['IssueCreated', 'Unknown egress to x.com', ['event_1', 'event_3']],
    ['IssueCreated', 'Unknown egress to y.com', ['event_2']],
  ]);
  expect(events[0]).toMatchObject({
    ...{ id: 'fact_1', actor: 'detection', cause: 'observations/0/1', schema: 1 },
    data: {
      ...{ agent_id: 'agent_1', judged_at: 7 },
      micro_context: { platform: 'kubernetes', cluster: 'prod', node: 'node-1' },
      subject: { platform: 'kubernetes', labels: { cluster: 'prod' } },
    },
  });
  expect(events[0]?.data.subject.labels).not.toHaveProperty('team');
});

test('an issue that is thought to exist recurs', () => {
  const one = judged(1, to('x.com'));
  expect(detectIssues([one], belief([one.finding.issue_id]))[0]?.type).toBe('IssueRecurred');
});

test('the newest occurrence decides the verdict, the highest severity stays', () => {
  const events = detectIssues(
    [
      judged(1, connection({ destination: 'x.com', severity: 'critical' })),
      judged(2, to('x.com', { verdict: 'blocked' })),
    ],
    belief(),
  );
  expect(events[0]?.data).toMatchObject({ severity: 'critical', verdict: 'blocked' });
});

test('what is said of an issue is said of its most severe occurrence', () => {
  const blocking = compileRules([policy(['203.0.113.9'], { type: 'block' })]);
  const named = { destination: 'x.com' };
  const record = at(
    'observations',
    1,
    'agent_1',
    recorded(connection({ ...named, destination_ip: '203.0.113.9' })),
  );
  const finding = judgeObservation(record.event.data, { ...law, rules: blocking });
  const forbidden = finding ? [{ record, finding }] : [];
  const [event] = detectIssues([...forbidden, judged(2, connection(named))], belief());
  expect(event?.data).toMatchObject({
    ...{ severity: 'critical', title: 'Forbidden egress to x.com' },
    why: { policy: { pattern: '203.0.113.9' } },
  });
  expect(event?.data.details).not.toHaveProperty('ip');
});

test('an observation that lies in the log twice is counted once, with its newest content', () => {
  const events = detectIssues(
    [judged(1, to('x.com'), 'event_a'), judged(2, to('x.com', { verdict: 'blocked' }), 'event_a')],
    belief(),
  );
  expect(events[0]?.data.observations).toEqual([
    expect.objectContaining({ id: 'event_a', position: 'observations/0/2', verdict: 'blocked' }),
  ]);
});

test('rule 11: an observation counts as received when its first copy was, in this batch or long ago', () => {
  const copies = [judged(5, to('x.com'), 'event_a'), judged(9, to('x.com'), 'event_a')];
  const received = (first?: string, inLog = copies): unknown =>
    detectIssues(inLog, { ...belief(), firstReceived: () => first })[0]?.data.observations;
  const firstAt = (ms: number): object[] => [{ received_at: isoTime(START + ms) }];
  expect(received()).toMatchObject(firstAt(5));
  expect(received(undefined, copies.toReversed())).toMatchObject(firstAt(5));
  expect(received(isoTime(START))).toMatchObject(firstAt(0));
  expect(received(isoTime(START + 7))).toMatchObject(firstAt(5));
});

test('what is sent again is as old as its first copy: newer observations say what the issue is, and are its evidence', () => {
  const batch = Array.from({ length: 21 }, (_, i) => judged(i, to('x.com')));
  const again = judged(21, to('x.com', { verdict: 'blocked' }), 'event_a');
  const firstReceived = (_: string, id: string): string | undefined =>
    id === 'event_a' ? isoTime(START - 1) : undefined;
  const [event] = detectIssues([...batch, again], { ...belief(), firstReceived });
  expect(event?.data.verdict).toBe('detected');
  expect(event?.data.evidence.map(({ id }) => id)).toEqual(
    Array.from({ length: 20 }, (_, i) => `event_${i + 1}`),
  );
  const [alone] = detectIssues([again], { ...belief(), firstReceived });
  expect(alone?.data.evidence).toMatchObject([{ id: 'event_a', received_at: isoTime(START - 1) }]);
});

test('evidence is the newest 20 observations, all are counted', () => {
  const batch = Array.from({ length: 30 }, (_, i) => judged(i, to('x.com')));
  const data = detectIssues(batch, belief())[0]?.data;
  expect(data?.observations).toHaveLength(30);
  expect(data?.evidence.map((e) => e.id)).toEqual(
    Array.from({ length: 20 }, (_, i) => `event_${i + 10}`),
  );
});

test('evidence that is too large is cut and says so', () => {
  const big = connection({ destination: 'x.com', blob: 'b'.repeat(60_000), deep: { a: [1] } });
  const evidence = detectIssues([judged(1, big)], belief())[0]?.data.evidence[0];
  expect(evidence).toMatchObject({ truncated: true, metadata: { destination: 'x.com' } });
  expect(evidence?.metadata).not.toHaveProperty('deep');
  expect(JSON.stringify(evidence).length).toBeLessThan(9_000);
});

test('no findings, no events', () => expect(detectIssues([], belief())).toEqual([]));
