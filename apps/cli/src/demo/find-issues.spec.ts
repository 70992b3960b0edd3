import { dayOf } from './day/day';
import { type Found, judge } from './find-issues';

const { planted } = dayOf(1, Date.parse('2026-03-03T10:00:00Z'));

/** All that was planted, as it is to be found. */
const FOUND: readonly Found[] = planted.map(({ agent, title, severity, moments }, i) => ({
  ...{ id: `issue_${i}`, agent, title, severity, occurrences: moments.length },
  ...{
    verdict: 'detected',
    status: 'open',
    process: null,
    why: 'no policy allows it',
    reason: null,
  },
}));

/** What was found, with another first issue. */
const withFirst = (change: Partial<Found>): Found[] =>
  FOUND.map((issue, i) => (i === 0 ? { ...issue, ...change } : issue));

test('all that was planted, and nothing else, is as it should be', () => {
  expect(judge(FOUND, planted)).toEqual({ missing: [], unexpected: [] });
});

test.each([
  ['counts one too few', { occurrences: 23 }],
  ['counts one too many', { occurrences: 25 }],
  ['has another severity', { severity: 'low' }],
] as const)('what %s is not found, and nothing of it is unexpected', (_, change) => {
  expect(judge(withFirst(change), planted)).toEqual({ missing: [planted[0]], unexpected: [] });
});

test.each([
  ['of another title', { title: 'Unknown egress to github.com' }],
  ['of another agent', { agent: 'demo-runner-1' }],
] as const)('an issue %s was raised of what is ordinary', (_, change) => {
  const found = withFirst(change);
  expect(judge(found, planted)).toEqual({ missing: [planted[0]], unexpected: [found[0]] });
});

test('what was raised twice is unexpected in no way that hides it: it counts too few each time', () => {
  const [first, ...others] = FOUND;
  const halves = first
    ? [1, 2].map((n) => ({ ...first, id: `issue_half_${n}`, occurrences: 12 }))
    : [];
  expect(judge([...halves, ...others], planted).missing).toEqual([planted[0]]);
});
