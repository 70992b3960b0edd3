import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Policy, PolicyDocument } from '@parapet/contracts';
import { parseAddress } from './address';
import { normaliseName } from './name';
import { compileRules, type RuleSet, type Target } from './rule-set';

const page = readFileSync(join(__dirname, '../../../docs/detection.md'), 'utf8');
const anywhere: Target['subject'] = { platform: 'vanilla', labels: {} };
let made = 0;

const policy = (
  patterns: readonly string[],
  rest: Partial<PolicyDocument & Policy> = {},
): Policy => {
  made += 1;
  return {
    id: `policy_${made}`,
    name: 'a policy',
    type: 'allow',
    scope: 'global',
    enabled: true,
    rules: patterns.map((pattern) => ({ pattern })),
    ...{ version: 1, made_by: [], created_at: '2026-01-01T00:00:00.000Z', updated_at: '' },
    ...rest,
  };
};

function ask(rules: RuleSet, what: string, subject = anywhere): string | null {
  const ip = parseAddress(what);
  const domain = normaliseName(what);
  const target = { ...(ip ? { ip } : domain !== null && { domain }), subject };
  return rules.match(target)?.pattern ?? null;
}

/** The rows of docs/detection.md: a pattern, what it matches, what it does not. */
const shown = [...page.matchAll(/^\| (`[^|]+`) +\| ([^|]+) \| ([^|]+) \|$/gm)].map((row) =>
  row.slice(1).map((cell) => cell.match(/(?<=`)[^`, ]+(?=`)/g) ?? []),
);

test.each(shown)('docs/detection.md says of %j that it matches %j and not %j', (own, yes, no) => {
  const rules = compileRules([policy(own)]);
  expect(yes.filter((what) => ask(rules, what) === null)).toEqual([]);
  expect(no.filter((what) => ask(rules, what) !== null)).toEqual([]);
});

describe('the table of patterns', () => {
  test.each([
    ['example.com', ['example.com', 'EXAMPLE.COM.'], ['api.example.com', 'com', 'xexample.com']],
    ['*.example.com', ['api.example.com'], ['a.b.example.com', 'example.com', 'badexample.com']],
    ['**.example.com', ['api.example.com', 'a.b.c.example.com'], ['example.com', 'xexample.com']],
    ['bücher.example', ['BÜCHER.example', 'xn--bcher-kva.example'], ['bucher.example']],
    ['192.0.2.7', ['192.0.2.7', '::ffff:192.0.2.7', '::ffff:c000:207'], ['192.0.2.8']],
    ['2001:db8::1', ['2001:DB8:0:0::1'], ['2001:db8::2']],
    ['192.0.2.0/24', ['192.0.2.0', '192.0.2.255'], ['192.0.3.0', '192.0.1.255']],
    ['2001:db8::/32', ['2001:db8:ffff::'], ['2001:db9::', '192.0.2.1']],
    ['192.0.2.*', ['192.0.2.0', '192.0.2.255'], ['192.0.3.1', '2001:db8::1']],
    ['10.*.1.1', ['10.0.1.1', '10.255.1.1'], ['10.0.1.2', '11.0.1.1']],
    ['*.200.*.3', ['1.200.9.3', '255.200.255.3'], ['1.201.9.3']],
    ['*', ['example.com', '192.0.2.1', '::1'], []],
  ])('%s', (pattern, matched, others) => {
    const rules = compileRules([policy([pattern])]);
    expect(matched.map((name) => ask(rules, name))).toEqual(matched.map(() => pattern));
    expect(others.map((name) => ask(rules, name))).toEqual(others.map(() => null));
  });
});

test('nothing is matched where nothing is known', () => {
  expect(compileRules([policy(['*'])]).match({ subject: anywhere })).toBeNull();
});

test('a match names policy, version, type and pattern', () => {
  const rules = compileRules([policy(['x.com'], { id: 'policy_x', type: 'block', version: 3 })]);
  expect(rules.match({ domain: 'x.com', subject: anywhere })).toEqual({
    ...{ id: 'policy_x', name: 'a policy', version: 3, type: 'block', pattern: 'x.com' },
  });
});

test('the oldest policy is named, whatever the order they were given in', () => {
  const young = policy(['*.x.com'], { created_at: '2026-02-01T00:00:00.000Z' });
  const old = policy(['a.x.com'], { created_at: '2026-01-01T00:00:00.000Z' });
  expect(ask(compileRules([young, old]), 'a.x.com')).toBe('a.x.com');
  expect(ask(compileRules([old, young]), 'a.x.com')).toBe('a.x.com');
});

test('the most specific scope is named before an older global policy', () => {
  const old = policy(['a.x.com'], { created_at: '2020-01-01T00:00:00.000Z' });
  const narrow = policy(['*.x.com'], {
    ...{ scope: 'selected', selector: { platform: 'kubernetes', cluster: 'prod' } },
  });
  const rules = compileRules([old, narrow]);
  expect(ask(rules, 'a.x.com', { platform: 'kubernetes', labels: { cluster: 'prod' } })).toBe(
    '*.x.com',
  );
  expect(ask(rules, 'a.x.com')).toBe('a.x.com');
});

test('a selector asks for the platform and for each label', () => {
  const selector = { platform: 'github_actions', repository: 'a/b', job: 'build' } as const;
  const rules = compileRules([policy(['x.com'], { scope: 'selected', selector })]);
  const labels = { repository: 'a/b', job: 'build', other: '1' };
  expect(ask(rules, 'x.com', { platform: 'github_actions', labels })).toBe('x.com');
  expect(ask(rules, 'x.com', { platform: 'kubernetes', labels })).toBeNull();
  expect(ask(rules, 'x.com', { platform: 'github_actions', labels: { job: 'build' } })).toBeNull();
});

test('labels that read alike one after the other are not the same scope', () => {
  const selector = { platform: 'kubernetes', cluster: 'ab', namespace: 'c' } as const;
  const rules = compileRules([policy(['x.com'], { scope: 'selected', selector })]);
  const inside = (cluster: string, namespace: string): Target['subject'] => ({
    ...{ platform: 'kubernetes', labels: { cluster, namespace } },
  });
  expect(ask(rules, 'x.com', inside('ab', 'c'))).toBe('x.com');
  expect(ask(rules, 'x.com', inside('a', 'bc'))).toBeNull();
});

test('what blocks everywhere decides before what allows here', () => {
  const selector = { platform: 'kubernetes', cluster: 'prod' } as const;
  const rules = compileRules([
    policy(['x.com'], { scope: 'selected', selector }),
    policy(['*'], { type: 'block' }),
  ]);
  expect(ask(rules, 'x.com', { platform: 'kubernetes', labels: { cluster: 'prod' } })).toBe('*');
});

test('a selected policy without selector is about no agent', () => {
  expect(ask(compileRules([policy(['x.com'], { scope: 'selected' })]), 'x.com')).toBeNull();
});

test('disabled and deleted policies do not count', () => {
  const rules = compileRules([
    policy(['x.com'], { enabled: false }),
    policy(['x.com'], { deleted: true }),
  ]);
  expect([rules.size, ask(rules, 'x.com')]).toEqual([0, null]);
});

test('a rule that is not understood is left out and told', () => {
  const rules = compileRules([policy(['a*b', 'x.com'], { id: 'policy_odd' })]);
  expect(ask(rules, 'x.com')).toBe('x.com');
  expect(rules.refused).toEqual([
    { policyId: 'policy_odd', sentence: expect.stringContaining('a*b') },
  ]);
});
