import type { PolicyDocumentView } from '../api/generated/types.gen';
import { policyText, sentText } from './policy-text';
import { policyYaml } from './policy-yaml';

const withRules = (count: number): PolicyDocumentView => ({
  ...{ name: 'Mirrors', type: 'allow', scope: 'global', enabled: true },
  rules: Array.from({ length: count }, (_, i) => ({
    ...{ pattern: `host-${i}.example.com`, comment: '\u202ea\u{e0041}\u0085' },
  })),
});

test('a policy is shown as YAML, and its text is sent as it is', () => {
  const text = policyText(withRules(10));
  expect(text).toBe(policyYaml(withRules(10)));
  expect(sentText(text)).toEqual({ body: text, headers: { 'content-type': 'application/yaml' } });
});

test('a policy that is too long for YAML is shown, and sent, as JSON of which nothing is hidden', () => {
  const policy = withRules(4_000);
  const text = policyText(policy);
  expect(/(?!\n)[\p{C}\p{Zl}\p{Zp}]/u.test(text)).toBe(false);
  expect(JSON.parse(text)).toEqual(policy);
  const { body, headers } = sentText(text);
  expect([JSON.parse(body), headers]).toEqual([policy, { 'content-type': 'application/json' }]);
  expect(/\s/.test(body)).toBe(false);
});

test('a text that is too long and no JSON is refused as the YAML that it was meant to be', () => {
  const text = policyYaml(withRules(4_000));
  expect(sentText(text)).toEqual({ body: text, headers: { 'content-type': 'application/yaml' } });
});
