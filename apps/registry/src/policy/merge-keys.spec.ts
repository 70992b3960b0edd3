import { problemText } from '@parapet/contracts';
import { refusedBy } from '../testing/refused-by';
import { readPolicy } from './read-policy';

const GOOD = 'name: Mirrors\ntype: allow\nrules:\n  - pattern: a.example.com\n';

const refusal = (source: string): string => {
  const problem = refusedBy(() => readPolicy(source));
  return `${problem.code}: ${problemText(problem)}`;
};

test.each([
  ['of the policy', '<<: {enabled: false}', 'line 5, column 1'],
  ['of a rule', '    <<: {comment: a}', 'line 5, column 5'],
  ['within metadata', 'metadata:\n  <<: {a: b}', 'line 6, column 3'],
  ['deep within metadata', 'metadata: {a: [{<<: {b: c}}]}', 'line 5, column 17'],
])('merge keys %s are refused, and their place is named', (_, text, place) => {
  expect(refusal(`${GOOD}${text}\n`)).toBe(
    `invalid_yaml: Merge keys (<<) are not allowed: ${place}: write the values out`,
  );
});

test('<< in quotes is a key like any other', () => {
  expect(readPolicy(`${GOOD}metadata: {"<<": b}\n`).metadata).toEqual({ '<<': 'b' });
});
