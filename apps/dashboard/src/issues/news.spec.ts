import type { IssuePage, StreamedIssueView } from '../api/generated/types.gen';
import { withNews } from './news';

const issue = (id: string, minute: number, more: object = {}): StreamedIssueView => ({
  ...{ id, title: id, severity: 'high', verdict: 'detected', status: 'open' },
  created_at: `2026-03-03T10:${String(minute).padStart(2, '0')}:00.000Z`,
  ...{ micro_context: {}, details: {}, occurrences: 1, agent_id: 'agent_1' },
  ...{ first_seen: '2026-03-03T10:00:00.000Z', last_seen: '2026-03-03T10:00:00.000Z' },
  ...more,
});

const page = (has_more: boolean, ...data: StreamedIssueView[]): IssuePage => ({
  data,
  pagination: { has_more, next_cursor: has_more ? 'next' : null },
});

const isOpen = ({ status }: StreamedIssueView): boolean => status === 'open';

const idsAfter = (pages: IssuePage[], ...news: StreamedIssueView[]): string[][] =>
  withNews({ pages, pageParams: [] }, news, isOpen).pages.map(({ data }) =>
    data.map(({ id }) => id),
  );

test('a new issue stands at the top, also of an empty list', () => {
  expect(idsAfter([page(false)], issue('a', 1))).toEqual([['a']]);
  expect(idsAfter([page(true, issue('a', 1))], issue('b', 2))).toEqual([['b', 'a']]);
});

test('what is told twice is there once', () => {
  const known = page(false, issue('a', 1));
  expect(idsAfter([known], issue('a', 1), issue('b', 2), issue('b', 2))).toEqual([['b', 'a']]);
});

test('what changed is changed in its place', () => {
  const known = page(false, issue('b', 2), issue('a', 1));
  const changed = issue('a', 1, { severity: 'critical', occurrences: 7 });
  const { pages } = withNews({ pages: [known], pageParams: [] }, [changed], isOpen);
  expect(pages[0]?.data[1]).toEqual(changed);
});

test('what the filters no longer let through is taken out, and comes back where it was', () => {
  const [first, second] = [page(true, issue('c', 3), issue('b', 2)), page(false, issue('a', 1))];
  const resolved = issue('b', 2, { status: 'resolved' });
  expect(idsAfter([first, second], resolved)).toEqual([['c'], ['a']]);
  expect(idsAfter([page(true, issue('c', 3)), second], issue('b', 2))).toEqual([['c'], ['b', 'a']]);
});

test('what is older than all that was read waits for its page', () => {
  const read = page(true, issue('c', 3));
  expect(idsAfter([read], issue('a', 1))).toEqual([['c']]);
  expect(idsAfter([page(false, issue('c', 3))], issue('a', 1))).toEqual([['c', 'a']]);
});

test('issues of one moment stand in the order of their ids, as the API lists them', () => {
  const read = page(false, issue('c', 1), issue('a', 1));
  expect(idsAfter([read], issue('b', 1), issue('d', 1))).toEqual([['d', 'c', 'b', 'a']]);
});
