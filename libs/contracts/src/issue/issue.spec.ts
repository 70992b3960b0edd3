import {
  evolveIssue,
  type Issue,
  type IssueCreated,
  type IssueEvent,
  type IssueOccurrence,
  issueTransition,
} from './issue';

const day = (n: number): string => `2026-01-${String(n).padStart(2, '0')}T00:00:00.000Z`;
const meta = (id: string, time: string) => ({
  ...{ id, schema: 1, time, actor: 'detection', cause: null },
});
const body = { kind: 'network_connection', timestamp: day(1), verdict: 'detected' as const };
const occurrence = (received: string[], more: Partial<IssueOccurrence> = {}): IssueOccurrence => ({
  ...{ issue_id: 'issue_1', title: 'Connection to a.example', severity: 'medium' },
  ...{ verdict: 'detected', agent_id: 'agent_1', micro_context: {}, details: {} },
  ...{ why: { reason: 'no policy allows it', policy: null }, judged_at: 0 },
  subject: { platform: 'kubernetes', labels: {}, verdict: 'detected' },
  observations: received.map((at, i) => ({
    ...{ ...body, id: `event_${at}_${i}`, position: `observations/0/${i}`, received_at: at },
  })),
  evidence: received.map((at, i) => ({
    ...{ ...body, id: `event_${at}_${i}`, received_at: at, metadata: {} },
  })),
  ...more,
});
const created = (at: number, more?: Partial<IssueOccurrence>): IssueCreated => ({
  ...meta(`c${at}`, day(at)),
  type: 'IssueCreated',
  data: occurrence([day(at)], more),
});
const recurred = (at: number, received: number[], more?: Partial<IssueOccurrence>): IssueEvent => ({
  ...meta(`r${at}`, day(at)),
  type: 'IssueRecurred',
  data: occurrence(received.map(day), more),
});
const status = (
  type: 'IssueResolved' | 'IssueAcknowledged' | 'IssueOpened',
  at: number,
  version: number,
): IssueEvent => ({
  ...{ ...meta(`s${at}`, day(at)), actor: 'token_1', type },
  data: { issue_id: 'issue_1', version, reason: 'seen to' },
});
const ignored = (at: number, version: number, until: string | null): IssueEvent => ({
  ...{ ...meta(`i${at}`, day(at)), actor: 'token_1', type: 'IssueIgnored' },
  data: { issue_id: 'issue_1', version, reason: null, until },
});
const given = (...events: IssueEvent[]): Issue | undefined =>
  events.reduce<Issue | undefined>(evolveIssue, undefined);

test('the first occurrence makes an open issue, whatever its writer believed', () => {
  const state = given(created(1));
  expect(state).toMatchObject({
    ...{ id: 'issue_1', status: 'open', version: 1, made_by: ['c1'], created_at: day(1) },
    ...{ first_seen: day(1), last_seen: day(1), ignored_until: null },
  });
  expect(state).not.toHaveProperty('observations');
  expect(given(recurred(1, [1]))).toMatchObject({ status: 'open', version: 1 });
});

test('it was seen when its observations were received, whenever that was told and in whatever order', () => {
  const state = given(recurred(9, [3, 2]));
  expect(state).toMatchObject({ created_at: day(9), first_seen: day(2), last_seen: day(3) });
  const [later, earlier] = [recurred(10, [5, 4]), recurred(11, [1])];
  expect(state && evolveIssue(state, later)).toMatchObject({
    ...{ created_at: day(9), first_seen: day(2), last_seen: day(5) },
  });
  expect(given(recurred(9, [3, 2]), later, earlier)).toMatchObject({
    ...{ first_seen: day(1), last_seen: day(5) },
    evidence: [1, 2, 3, 4, 5].map((n) => ({ received_at: day(n) })),
  });
});

test('of two occurrences that were received in one millisecond the later fact has the last word', () =>
  expect(given(created(1), recurred(2, [1], { title: 'again', verdict: 'blocked' }))).toMatchObject(
    {
      ...{ title: 'again', verdict: 'blocked', last_seen: day(1) },
    },
  ));

test('rule 11: a creation of a known issue is a recurrence', () => {
  const state = given(created(1), created(3, { title: 'again' }));
  expect(state).toMatchObject({
    version: 1,
    created_at: day(1),
    last_seen: day(3),
    title: 'again',
  });
});

test('a recurrence never lowers the severity, and a late one does not turn back the words', () => {
  const worse = given(created(2), recurred(3, [3], { severity: 'critical' }));
  const later = worse && evolveIssue(worse, recurred(4, [1], { severity: 'low', title: 'old' }));
  expect(later).toMatchObject({
    ...{ severity: 'critical', title: 'Connection to a.example' },
    ...{ first_seen: day(1), last_seen: day(3) },
  });
});

describe('an issue says why it is as severe as it is', () => {
  const because = (reason: string) => ({ title: reason, why: { reason, policy: null } });
  const forbidden = { severity: 'critical', ...because('forbidden') } as const;
  const unknown = { severity: 'high', ...because('unknown') } as const;

  test('what was less severe changes neither title nor reason, only the rest', () =>
    expect(
      given(created(1, forbidden), recurred(2, [2], { ...unknown, verdict: 'blocked' })),
    ).toMatchObject({ ...forbidden, verdict: 'blocked', last_seen: day(2) }));

  test('what was as severe, and newer, does', () =>
    expect(
      given(created(1, forbidden), recurred(2, [2], { ...forbidden, ...because('again') })),
    ).toMatchObject({ severity: 'critical', ...because('again') }));

  test('what was more severe does, also where it came late', () =>
    expect(given(created(3, unknown), recurred(4, [1], forbidden))).toMatchObject({
      ...{ ...forbidden, last_seen: day(3) },
    }));
});

test('the newest twenty copies of observations are kept, each once, oldest first', () => {
  const days = Array.from({ length: 15 }, (_, i) => i + 1);
  const state = given(
    recurred(1, days),
    recurred(2, days),
    recurred(3, [20, 21, 22, 23, 24, 25, 26]),
  );
  expect(state?.evidence).toHaveLength(20);
  const times = state?.evidence.map((e) => e.received_at) ?? [];
  expect(times).toEqual([...times].sort());
  expect(times.at(-1)).toBe(day(26));
});

test('rule 11: a resolved issue is reopened only by what was received after the resolution', () => {
  const resolved = [created(1), status('IssueResolved', 5, 2)];
  expect(given(...resolved)).toMatchObject({
    status: 'resolved',
    status_by: 'token_1',
    version: 2,
  });
  expect(given(...resolved, recurred(6, [4, 5]))).toMatchObject({ status: 'resolved', version: 2 });
  expect(given(...resolved, recurred(7, [4, 6]))).toMatchObject({
    ...{ status: 'open', version: 3, status_by: 'detection', status_reason: null },
    made_by: ['c1', 's5', 'r7'],
  });
});

test('rule 11: what was received in the very millisecond of the resolution counts, but opens nothing', () => {
  const resolved = given(created(1), status('IssueResolved', 5, 2));
  const again = resolved && evolveIssue(resolved, recurred(5, [5]));
  expect(again).toMatchObject({ status: 'resolved', version: 2, last_seen: day(5) });
});

test('an acknowledged issue stays acknowledged when it recurs', () =>
  expect(given(created(1), status('IssueAcknowledged', 2, 2), recurred(9, [9]))).toMatchObject({
    ...{ status: 'acknowledged', version: 2, last_seen: day(9) },
  }));

test('an ignored issue is reopened after its end alone, and never without one', () => {
  const until = [created(1), ignored(2, 2, day(10))];
  expect(given(...until, recurred(9, [9]))).toMatchObject({ status: 'ignored', version: 2 });
  expect(given(...until, recurred(11, [11]))).toMatchObject({
    ...{ status: 'open', version: 3, ignored_until: null },
  });
  expect(given(created(1), ignored(2, 2, null), recurred(25, [25]))).toMatchObject({
    status: 'ignored',
  });
});

test('rule 12: of two status changes that make one version the first counts', () => {
  const state = given(created(1), status('IssueResolved', 3, 2), ignored(4, 2, null));
  expect(state).toMatchObject({ status: 'resolved', version: 2 });
});

test('rule 12: a recurrence that reopens takes the version from a command that raced it', () => {
  const reopened = [created(1), status('IssueResolved', 2, 2), recurred(3, [3])];
  expect(given(...reopened, status('IssueAcknowledged', 4, 3))).toEqual(given(...reopened));
});

test('a status change of an issue that is not known is void', () =>
  expect(given(status('IssueResolved', 1, 1))).toBeUndefined());

test.each([
  ['issue.created', [], [created(1)]],
  [null, [created(1)], [recurred(2, [2])]],
  ['issue.resolved', [created(1)], [status('IssueResolved', 2, 2)]],
  ['issue.acknowledged', [created(1)], [status('IssueAcknowledged', 2, 2)]],
  [null, [created(1)], [ignored(2, 2, null)]],
  ['issue.reopened', [created(1), status('IssueResolved', 2, 2)], [recurred(3, [3])]],
  ['issue.reopened', [created(1), ignored(2, 2, null)], [status('IssueOpened', 3, 3)]],
  [null, [created(1)], [status('IssueOpened', 2, 2)]],
  [null, [created(1)], [status('IssueResolved', 2, 9)]],
])('the world is told %s', (told, before, then) => {
  expect(issueTransition(given(...before), given(...before, ...then))).toBe(told);
});
