import type { IssueEvent, IssueRecurred, Recorded } from '@parapet/contracts';
import { issueCreated, issueRecurred, issueResolved, recordedAt } from '../testing/issue-facts';
import { foldTransitions } from './fold-transitions';
import type { Filtered, FoldedIssue } from './transition.collection';

const at = (second: number): string => `2026-01-01T00:00:${String(second).padStart(2, '0')}.000Z`;
const kinds = (
  before: ReadonlyMap<string, FoldedIssue>,
  records: readonly Recorded<IssueEvent>[],
) => foldTransitions(before, records).transitions.map((t) => `${t.id} ${t.kind} v${t.version}`);

const HISTORY: readonly Recorded<IssueEvent>[] = [
  recordedAt(issueCreated('issue_1', at(1)), 0),
  recordedAt(issueRecurred('issue_1', at(2)), 1),
  recordedAt(issueResolved('issue_1', 2, at(3)), 2),
  recordedAt(issueCreated('issue_2', at(4)), 3),
  recordedAt(issueRecurred('issue_1', at(5)), 5),
];
const TOLD = [
  'issues/0/0 issue.created v1',
  'issues/0/2 issue.resolved v2',
  'issues/0/3 issue.created v1',
  'issues/0/5 issue.reopened v3',
];

test('a change of an issue is told once, at the position of its fact; a recurrence is not told', () => {
  expect(kinds(new Map(), HISTORY)).toEqual(TOLD);
});

test('rule 11: the fold decides: a second IssueCreated is a recurrence and is not told', () => {
  const twice = [0, 1].map((offset) => recordedAt(issueCreated('issue_1', at(offset)), offset));
  expect(kinds(new Map(), twice)).toEqual(['issues/0/0 issue.created v1']);
});

test('rule 14: the timestamp is the time of the fact', () => {
  const { transitions } = foldTransitions(new Map(), HISTORY);
  expect(transitions.map((t) => t.time)).toEqual([at(1), at(3), at(4), at(5)]);
});

test('an issue is told as it is then: the highest severity there was, the verdict and the place of the last occurrence', () => {
  const recurred = issueRecurred('issue_1', at(2));
  const last = { severity: 'low', verdict: 'blocked', micro_context: { cluster: 'b' } } as const;
  const history = [
    recordedAt(issueCreated('issue_1', at(1)), 0),
    recordedAt({ ...recurred, data: { ...recurred.data, ...last } }, 1),
    recordedAt(issueResolved('issue_1', 2, at(3)), 2),
  ];
  expect(foldTransitions(new Map(), history).transitions).toMatchObject([
    { severity: 'high', verdict: 'detected', context: { platform: 'kubernetes' } },
    { kind: null, severity: 'high', verdict: 'blocked', context: { cluster: 'b' } },
    { severity: 'high', verdict: 'blocked', context: { cluster: 'b' } },
  ]);
});

test('a fact of an issue that nobody knows any more makes nothing', () => {
  const records = [recordedAt(issueResolved('issue_1', 2, at(3)), 2)];
  expect(foldTransitions(new Map(), records)).toEqual({ issues: new Map(), transitions: [] });
});

test('a fact that is told says nothing of where its first copy lies', () => {
  for (const told of foldTransitions(new Map(), HISTORY).transitions)
    expect(told).not.toHaveProperty('first');
});

test('in batches of any size the same is told as in one', () => {
  for (let size = 1; size < HISTORY.length; size += 1) {
    let issues: ReadonlyMap<string, FoldedIssue> = new Map();
    const told: string[] = [];
    for (let i = 0; i < HISTORY.length; i += size) {
      const batch = HISTORY.slice(i, i + size);
      told.push(...kinds(issues, batch));
      ({ issues } = foldTransitions(issues, batch));
    }
    expect(told).toEqual(TOLD);
  }
});

test('who dies between transitions and states makes the same transitions again', () => {
  const before = foldTransitions(new Map(), HISTORY.slice(0, 2)).issues;
  const once = kinds(before, HISTORY.slice(2));
  expect(kinds(before, HISTORY.slice(2))).toEqual(once);
});

test('who dies between states and progress makes none: they were written before the states', () => {
  const { issues } = foldTransitions(new Map(), HISTORY);
  expect(kinds(issues, HISTORY)).toEqual([]);
  expect(foldTransitions(issues, HISTORY).issues).toEqual(issues);
});

test('a copy of a fact that is appended later is told as the fact was, and where that lies', () => {
  const copies = HISTORY.map((record) => {
    return { ...record, position: { ...record.position, offset: record.position.offset + 10 } };
  });
  const { issues } = foldTransitions(new Map(), HISTORY);
  const { transitions } = foldTransitions(issues, copies);
  expect(transitions.map((t) => `${t.id} ${t.kind} v${t.version} of ${t.first}`)).toEqual([
    'issues/0/10 issue.created v1 of 0',
    'issues/0/12 issue.resolved v2 of 2',
    'issues/0/13 issue.created v1 of 3',
    'issues/0/15 issue.reopened v3 of 5',
  ]);
  expect(transitions.map((t) => t.time)).toEqual([at(1), at(3), at(4), at(5)]);
});

describe('what an issue is seen as for the first time', () => {
  const seen = (second: number, as: Partial<Filtered>): IssueRecurred => {
    const recurred = issueRecurred('issue_1', at(second));
    return { ...recurred, data: { ...recurred.data, ...as } };
  };
  const told = (before: ReadonlyMap<string, FoldedIssue>, history: readonly IssueEvent[]) =>
    foldTransitions(
      before,
      history.map((event, offset) => recordedAt(event, offset + 1)),
    ).transitions.map(({ id, kind, severity, verdict, before: was }) => [
      `${id} ${kind ?? 'nothing'} ${severity} ${verdict}`,
      ...(was ?? []).map((one) => `${one.severity} ${one.verdict}`),
    ]);
  const CREATED = new Map(
    foldTransitions(new Map(), [recordedAt(issueCreated('issue_1', at(0)), 0)]).issues,
  );

  test('makes a transition, once, with all that it was seen as before', () => {
    const history = [
      seen(1, { severity: 'critical' }),
      seen(2, { verdict: 'blocked' }),
      seen(3, { verdict: 'detected' }),
      seen(4, { verdict: 'blocked' }),
      seen(5, { severity: 'low' }),
    ];
    expect(told(CREATED, history)).toEqual([
      ['issues/0/1 nothing critical detected', 'high detected'],
      ['issues/0/2 nothing critical blocked', 'high detected', 'critical detected'],
    ]);
  });

  test('does not count while it is resolved, and counts when it is opened again', () => {
    const history = [
      issueResolved('issue_1', 2, at(5)),
      seen(4, { severity: 'critical' }),
      seen(6, {}),
    ];
    expect(told(CREATED, history)).toEqual([
      ['issues/0/1 issue.resolved high detected'],
      ['issues/0/3 issue.reopened critical detected', 'high detected'],
    ]);
  });

  test('is what it was last where that was folded before it was noted', () => {
    const [[id, { seen: _, ...was }] = ['', { seen: [] }]] = CREATED;
    const before = new Map([[id, was as FoldedIssue]]);
    expect(told(before, [seen(1, {}), seen(2, { severity: 'critical' })])).toEqual([
      ['issues/0/2 nothing critical detected', 'high detected'],
    ]);
  });

  test('is told again by a copy of its fact', () => {
    const raised = seen(1, { severity: 'critical' });
    const [first, copy] = foldTransitions(CREATED, [
      recordedAt(raised, 1),
      recordedAt(raised, 7),
    ]).transitions;
    expect(copy).toEqual({ ...first, id: 'issues/0/7', first: 1 });
  });
});
