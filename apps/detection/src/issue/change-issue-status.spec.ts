import { Problem } from '@parapet/contracts';
import { changeIssueStatus, type StatusAsked } from './change-issue-status';

const given = {
  ...{ id: 'issue_1', version: 3, status: 'open' as const },
  ...{ status_reason: null, ignored_until: null },
};
const asker = {
  ...{ eventId: 'fact_1', now: Date.parse('2026-03-03T10:00:00Z'), actor: 'token_1' },
};
const ask = (asked: Partial<StatusAsked>): StatusAsked => ({
  ...{ status: 'resolved', reason: null, until: null, ...asked },
});

test.each([
  ['acknowledged', 'IssueAcknowledged'],
  ['resolved', 'IssueResolved'],
  ['ignored', 'IssueIgnored'],
] as const)('an open issue becomes %s by %s', (status, type) =>
  expect(changeIssueStatus(given, ask({ status, reason: 'known' }), asker)).toMatchObject({
    ...{ id: 'fact_1', type, time: '2026-03-03T10:00:00.000Z', actor: 'token_1', cause: null },
    data: { issue_id: 'issue_1', version: 4, reason: 'known' },
  }),
);

test('a resolved issue is opened by hand', () =>
  expect(
    changeIssueStatus({ ...given, status: 'resolved' }, ask({ status: 'open' }), asker),
  ).toMatchObject({ type: 'IssueOpened', data: { version: 4, reason: null } }));

test('a reason goes with its status: another status has none unless one is given', () => {
  const resolved = { ...given, status: 'resolved' as const, status_reason: 'done' };
  expect(changeIssueStatus(resolved, ask({ status: 'open' }), asker)?.data.reason).toBeNull();
  const until = '2026-03-04T00:00:00.000Z';
  const ignored = { ...resolved, status: 'ignored' as const, ignored_until: null };
  const again = changeIssueStatus(ignored, ask({ status: 'ignored', until }), asker);
  expect(again?.data).toMatchObject({ reason: 'done', until });
});

test('until is kept as the house writes times', () =>
  expect(
    changeIssueStatus(given, ask({ status: 'ignored', until: '2026-03-04T01:00:00+01:00' }), asker),
  ).toMatchObject({ data: { until: '2026-03-04T00:00:00.000Z' } }));

test.each(['9999-12-31T23:59:60Z', '9999-12-31T23:59:59-05:00'])(
  'ignored until the end of all years, %s: what recurs before that opens nothing',
  (until) => {
    const event = changeIssueStatus(given, ask({ status: 'ignored', until }), asker);
    expect(event?.data).toHaveProperty('until', '9999-12-31T23:59:59.999Z');
  },
);

test('the status it has already makes no event', () => {
  expect(changeIssueStatus(given, ask({ status: 'open' }), asker)).toBeNull();
  const resolved = { ...given, status: 'resolved' as const, status_reason: 'done' };
  expect(changeIssueStatus(resolved, ask({}), asker)).toBeNull();
  expect(changeIssueStatus(resolved, ask({ reason: 'really' }), asker)).not.toBeNull();
});

test.each([
  [{ status: 'ignored', until: 'soon' }, /RFC 3339/],
  [{ status: 'ignored', until: '2026-03-03T10:00:00Z' }, /future/],
  [{ status: 'resolved', until: '2027-01-01T00:00:00Z' }, /only be given with status ignored/],
] as const)('%j is refused with a sentence', (asked, sentence) => {
  const refused = (): unknown => changeIssueStatus(given, ask(asked), asker);
  expect(refused).toThrow(Problem);
  expect(refused).toThrow(sentence);
});
