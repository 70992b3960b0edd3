import type { PolicyDocumentView } from '../api/generated/types.gen';
import { policyYaml } from './policy-yaml';

const policy: PolicyDocumentView = {
  ...{ name: 'Package mirrors', type: 'allow', scope: 'selected', enabled: true },
  selector: { platform: 'github_actions', repository: 'acme/website' },
  rules: [
    { pattern: '*.example.com', comment: 'all our mirrors' },
    { pattern: '192.0.2.0/24' },
    { pattern: '2001:db8::/32' },
  ],
};

test('a policy is written in the order in which people read it, with quotes where YAML needs them', () =>
  expect(policyYaml(policy)).toBe(`name: Package mirrors
type: allow
scope: selected
selector:
  platform: github_actions
  repository: acme/website
rules:
  - pattern: "*.example.com"
    comment: all our mirrors
  - pattern: 192.0.2.0/24
  - pattern: "2001:db8::/32"
enabled: true
`));

test('what the house added to a policy is not of its text', () => {
  const stored = { id: 'policy_1', version: 3, ...policy, updated_at: '2026-01-01T00:00:00.000Z' };
  expect(policyYaml(stored)).toBe(policyYaml(policy));
});

test('metadata of any shape is written', () => {
  const metadata = { owner: 'team-a', empty: {}, none: [], deep: [{ a: [1, null] }, 'b'] };
  expect(policyYaml({ ...policy, metadata })).toContain(`metadata:
  owner: team-a
  empty: {}
  none: []
  deep:
    - a:
        - 1
        - null
    - b
`);
});

test('a description of several lines is written in lines', () => {
  const lines = 'Asked for by the platform team.\n\nSee the ticket.';
  const written = (end: string, mark: string): string =>
    `description: ${mark}\n  Asked for by the platform team.\n\n  See the ticket.\n${end}`;
  expect(policyYaml({ ...policy, description: lines })).toContain(written('', '|-'));
  expect(policyYaml({ ...policy, description: `${lines}\n` })).toContain(written('', '|'));
});

test.each([
  ['true', '"true"'],
  ['12', '"12"'],
  ['', '""'],
  ['a: b', '"a: b"'],
  ['a #b', '"a #b"'],
  ['ends with a blank ', '"ends with a blank "'],
  ['"quoted"', '"\\"quoted\\""'],
  ['a\n\n b', '"a\\n\\n b"'],
  ['a\u202eb\u001b[31m\u007f', '"a\\u202eb\\u001b[31m\\u007f"'],
  ['\u{e0041}', '"\\U000e0041"'],
  ['<img src=x onerror=alert(1)>', '"<img src=x onerror=alert(1)>"'],
])('%j is written so that it means itself and nothing of it is hidden', (description, written) =>
  expect(policyYaml({ ...policy, description })).toContain(`description: ${written}\n`),
);
