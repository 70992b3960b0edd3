import { rulesWords, scopeWords } from './scope-words';

test('a policy without a selector is about all agents', () =>
  expect(scopeWords({})).toBe('All agents'));

test('a selector is said with its platform and labels', () =>
  expect(
    scopeWords({ selector: { platform: 'kubernetes', cluster: 'production', node: 'n1' } }),
  ).toBe('Kubernetes, cluster production, node n1'));

test('a platform is called as on other pages', () =>
  expect(scopeWords({ selector: { platform: 'github_actions', repository: 'a/b' } })).toBe(
    'GitHub Actions, repository a/b',
  ));

test('one rule is one, and two are two', () =>
  expect([1, 2, 5000].map(rulesWords)).toEqual(['1 rule', '2 rules', '5,000 rules']));
