import { rulesWords, scopeWords } from './scope-words';

test('a policy without a selector is about all agents', () =>
  expect(scopeWords({})).toBe('All agents'));

test('a selector is said with its platform and labels', () =>
  expect(
    scopeWords({ selector: { platform: 'kubernetes', cluster: 'production', node: 'n1' } }),
  ).toBe('kubernetes, cluster production, node n1'));

test('one rule is one, and two are two', () =>
  expect([1, 2, 5000].map(rulesWords)).toEqual(['1 rule', '2 rules', '5,000 rules']));
