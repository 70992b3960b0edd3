import type { Policy } from '@parapet/contracts';
import { parseAddress } from './address';
import { normaliseName } from './name';
import { parsePattern } from './pattern';
import { compileRules } from './rule-set';

const subject = { platform: 'vanilla' as const, labels: {} };

const withRules = (patterns: readonly string[]): Policy => ({
  ...{ id: 'policy_1', name: 'p', type: 'allow', scope: 'global', enabled: true, version: 1 },
  ...{ rules: patterns.map((pattern) => ({ pattern })), made_by: [], created_at: '' },
  updated_at: '',
});

/** Median milliseconds of one call. */
function cost(work: () => void, calls = 200): number {
  const runs = Array.from({ length: 9 }, () => {
    const began = performance.now();
    for (let i = 0; i < calls; i += 1) work();
    return (performance.now() - began) / calls;
  });
  return runs.sort((a, b) => a - b)[4] ?? Infinity;
}

test('64 KiB of stars, dots or letters are refused at once', () => {
  for (const unit of ['*a', '.', '*.', 'a.', '1.', '::', 'é']) {
    const text = unit.repeat(32_768);
    expect(parsePattern(text).kind).toBe('problem');
    expect([normaliseName(text), parseAddress(text)]).toEqual([null, null]);
    expect(cost(() => void parsePattern(text))).toBeLessThan(0.1);
  }
});

test('a name of 64 KiB costs no more than a few of the longest names', () => {
  const rules = compileRules([withRules(['**.example.com', '*.a.a.a', '**.a', 'a.a'])]);
  const longest = 'b.'.repeat(126) + 'b';
  const hostile = 'b.'.repeat(32_768) + 'b';
  const usual = cost(() => void rules.match({ domain: longest, subject }));
  const worst = cost(() => void rules.match({ domain: hostile, subject }));
  expect(worst).toBeLessThan(20 * usual + 0.05);
});

test('a look-up costs about the same for 100 and for 10,000 rules', () => {
  const rulesOf = (n: number): Policy =>
    withRules(
      Array.from({ length: n }, (_, i) =>
        i % 2 === 0 ? `*.d${i}.example.com` : `10.${(i >> 8) & 255}.${i & 255}.0/24`,
      ),
    );
  const [few, many] = [compileRules([rulesOf(100)]), compileRules([rulesOf(10_000)])];
  const ip = parseAddress('198.51.100.1');
  if (!ip) throw new Error('unreachable');
  const target = { domain: 'api.nowhere.example.com', ip, subject };
  const ask = (rules: typeof few) => () => void rules.match(target);
  const [a, b] = [cost(ask(few), 5_000), cost(ask(many), 5_000)];
  expect(b).toBeLessThan(10 * a + 0.005);
});

test.each([
  '(a+)+$',
  'a{1,99999}',
  'a$',
  'a+b.example',
  '*.a(b)',
  "a'b",
  'a;b',
  'a?b',
  'a,b.example',
])('%s is refused: it would match nothing', (text) =>
  expect(parsePattern(text).kind).toBe('problem'),
);
