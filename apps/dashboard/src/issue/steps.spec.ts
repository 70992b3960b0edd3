import { stepsOf } from './steps';

const issue = {
  ...{ created_at: '2026-03-01T00:00:00Z', last_seen: '2026-03-01T00:00:00Z', occurrences: 1 },
  ...{ status: 'open' as const, status_at: '2026-03-01T00:00:00Z', status_by: 'detection' },
  ...{ status_reason: null, ignored_until: null },
};
const words = (told: typeof issue): string[] => stepsOf(told).map(({ what }) => what);

test('an issue that is new was raised, and that is all', () => {
  expect(words(issue)).toEqual(['raised']);
});

test('a change of the status stands where it was, with who and why', () => {
  const change = { status_at: '2026-03-02T00:00:00Z', status_by: 'token_1', status_reason: 'why' };
  const again = { last_seen: '2026-03-03T00:00:00Z', occurrences: 2 };
  const steps = stepsOf({ ...issue, ...change, ...again, status: 'acknowledged' });
  expect(steps.map(({ what, by, reason }) => [what, by, reason])).toEqual([
    ['seen', null, null],
    ['acknowledged', 'token_1', 'why'],
    ['raised', null, null],
  ]);
});
