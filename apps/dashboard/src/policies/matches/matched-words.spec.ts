import { matchedWords } from './matched-words';

const view = (issues: number, occurrences: number, truncated = false) => ({
  ...{ examined: 20_000, truncated, matched: { issues, occurrences }, data: [] },
});

test.each([
  [view(0, 0), 'No issue so far is about what it matches.'],
  [view(0, 0, true), 'None of the newest 20,000 issues is about what it matches.'],
  [view(1, 1), '1 issue is about what it matches, seen once.'],
  [view(1200, 34_000), '1,200 issues are about what it matches, seen 34,000 times.'],
  [view(2, 3, true), '2 issues of the newest 20,000 are about what it matches, seen 3 times.'],
])('%j is said in words', (matches, words) => expect(matchedWords(matches)).toBe(words));
