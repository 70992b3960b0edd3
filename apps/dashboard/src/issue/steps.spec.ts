import type { IssueHistoryView } from '../api/generated/types.gen';
import { stepsOf } from './steps';

const day = (n: number): string => `2026-03-0${n}T00:00:00.000Z`;
const change = (
  n: number,
  status: IssueHistoryView['status'],
  by: string | null = 'token_1',
): IssueHistoryView => ({ at: day(n), status, by, reason: null, until: null });
const raised = change(1, 'open', null);

const words = (
  history: IssueHistoryView[],
  { last_seen = day(1), occurrences = 1 } = {},
): string[] =>
  stepsOf({ created_at: day(1), last_seen, occurrences, history }).map(({ what }) => what);

test('an issue that is new was raised, and that is all', () => {
  expect(words([raised])).toEqual(['raised']);
});

test('when it was last seen stands among the changes of its status', () => {
  const history = [change(5, 'resolved'), change(2, 'acknowledged'), raised];
  expect(words(history, { last_seen: day(3), occurrences: 2 })).toEqual([
    ...['resolved', 'seen', 'acknowledged', 'raised'],
  ]);
  expect(words(history, { last_seen: day(6), occurrences: 2 })[0]).toBe('seen');
});

test('the observation that opened it again comes before what it did', () => {
  const history = [change(4, 'open', null), change(3, 'resolved'), raised];
  expect(words(history, { last_seen: day(4), occurrences: 2 })).toEqual([
    ...['open', 'seen', 'resolved', 'raised'],
  ]);
});

test('what is older than the history that is kept leaves that it was raised', () => {
  expect(words([change(9, 'resolved'), change(8, 'open')])).toEqual(['resolved', 'open', 'raised']);
});
