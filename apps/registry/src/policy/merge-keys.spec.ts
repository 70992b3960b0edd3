import { Problem, problemText } from '@parapet/contracts';
import { readPolicy } from './read-policy';

const GOOD = 'name: Mirrors\ntype: allow\nrules:\n  - pattern: a.example.com\n';

const refusal = (source: string): string => {
  try {
    readPolicy(source);
  } catch (error) {
    if (error instanceof Problem) return `${error.code}: ${problemText(error)}`;
    throw error;
  }
  throw new Error('it was taken');
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
