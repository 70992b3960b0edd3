import type { Policy, PolicySelector, PolicyType } from '@parapet/contracts';
import fc from 'fast-check';
import { parseAddress } from './address';
import { normaliseName } from './name';
import { parsePattern } from './pattern';
import { compileRules, type Target } from './rule-set';

const SETTINGS = { seed: 20260303, numRuns: 2_000 };

const label = fc.constantFrom('a', 'b', 'api');
const name = fc
  .array(label, { minLength: 0, maxLength: 4 })
  .map((labels) => [...labels, 'x', 'com'].join('.'));
const octet = fc.constantFrom(0, 1, 2, 128, 255);
const ipv4 = fc.tuple(octet, octet, octet, octet).map((octets) => octets.join('.'));
const group = fc.constantFrom('0', '1', '8000', 'ffff', 'db8');
const ipv6 = fc.array(group, { minLength: 8, maxLength: 8 }).map((groups) => groups.join(':'));

const bitsOf = (text: string): string => {
  const address = parseAddress(text);
  return (address?.words ?? []).map((w) => w.toString(2).padStart(32, '0')).join('');
};
function networkOf(text: string, length: number): string {
  const bits = bitsOf(text).slice(0, length).padEnd(32, '0');
  const octets = [0, 8, 16, 24].map((i) => parseInt(bits.slice(i, i + 8), 2));
  return `${octets.join('.')}/${length}`;
}
const pattern = fc.oneof(
  name,
  name.map((n) => `*.${n}`),
  name.map((n) => `**.${n}`),
  ipv4,
  ipv6,
  fc.tuple(ipv4, fc.integer({ min: 0, max: 32 })).map(([ip, length]) => networkOf(ip, length)),
  fc
    .array(fc.oneof(octet, fc.constant('*')), { minLength: 4, maxLength: 4 })
    .map((octets) => octets.join('.'))
    .filter((text) => text !== '*.*.*.*'),
  fc.constant('*'),
);

const selector = fc.constantFrom<PolicySelector | null>(
  ...[null, null, { platform: 'kubernetes' as const }],
  { platform: 'kubernetes', cluster: 'c1' },
  { platform: 'kubernetes', cluster: 'c1', namespace: 'n1' },
  { platform: 'github_actions', repository: 'r' },
);
const subject = fc.constantFrom<Target['subject']>(
  { platform: 'kubernetes', labels: { cluster: 'c1', namespace: 'n1' } },
  { platform: 'kubernetes', labels: { cluster: 'c2' } },
  { platform: 'github_actions', labels: { repository: 'r' } },
  { platform: 'vanilla', labels: {} },
);

const policies = fc
  .array(
    fc.record({
      type: fc.constantFrom<PolicyType>('allow', 'block'),
      patterns: fc.array(pattern, { minLength: 1, maxLength: 4 }),
      selector,
      day: fc.integer({ min: 1, max: 5 }),
    }),
    { maxLength: 12 },
  )
  .map((drafts) =>
    drafts.map(({ type, patterns, selector: chosen, day }, i): Policy => {
      const at = `2026-01-0${day}T00:00:00.000Z`;
      return {
        ...{ id: `policy_${i}`, name: `p${i}`, type, enabled: true, version: 1, made_by: [] },
        ...(chosen
          ? { scope: 'selected' as const, selector: chosen }
          : { scope: 'global' as const }),
        ...{ rules: patterns.map((text) => ({ pattern: text })), created_at: at, updated_at: at },
      };
    }),
  );

/** The oracle: each pattern by the plainest reading of the table, with no index at all. */
function says(text: string, { domain, ip }: Target): boolean {
  if (text === '*') return domain !== undefined || ip !== undefined;
  if (ip && matchesAddress(text, ip.text)) return true;
  if (domain === undefined) return false;
  if (text.startsWith('**.')) return domain.endsWith(text.slice(2));
  if (!text.startsWith('*.')) return domain === text;
  const rest = domain.split('.').slice(1).join('.');
  return rest === text.slice(2);
}
function matchesAddress(text: string, ip: string): boolean {
  const [base = '', length] = text.split('/');
  if (length !== undefined) {
    const same = bitsOf(base).length === bitsOf(ip).length;
    return same && bitsOf(base).slice(0, Number(length)) === bitsOf(ip).slice(0, Number(length));
  }
  const [want, have] = [text.split('.'), ip.split('.')];
  if (want.length === 4 && have.length === 4 && want.every((o) => o === '*' || /^\d+$/.test(o)))
    return want.every((o, i) => o === '*' || o === have[i]);
  return bitsOf(text) !== '' && bitsOf(text) === bitsOf(ip);
}
function inScope({ selector: wanted }: Policy, { subject: agent }: Target): boolean {
  if (!wanted) return true;
  const { platform, ...labels } = wanted;
  return (
    platform === agent.platform && Object.entries(labels).every(([k, v]) => agent.labels[k] === v)
  );
}
function expected(all: readonly Policy[], type: PolicyType, target: Target): object | null {
  const width = (p: Policy): number => Object.keys(p.selector ?? {}).length;
  const order = [...all].sort(
    (a, b) => width(b) - width(a) || Date.parse(a.created_at) - Date.parse(b.created_at),
  );
  for (const p of order.filter((x) => x.type === type && inScope(x, target))) {
    const rule = p.rules.find((r) => says(r.pattern, target));
    if (rule) return { id: p.id, name: p.name, version: 1, type, pattern: rule.pattern };
  }
  return null;
}

test('the compiled rules answer what a naive matcher answers', () => {
  const address = fc.oneof(ipv4, ipv6);
  fc.assert(
    fc.property(
      policies,
      fc.option(name, { nil: undefined }),
      fc.option(address, { nil: undefined }),
      subject,
      (all, domain, text, agent) => {
        const ip = text === undefined ? null : parseAddress(text);
        const target = { ...(domain && { domain }), ...(ip && { ip }), subject: agent };
        const decided = expected(all, 'block', target) ?? expected(all, 'allow', target);
        expect(compileRules(all).match(target)).toEqual(decided);
      },
    ),
    SETTINGS,
  );
});

test('any text is a pattern or a problem, and any name is normal or none', () => {
  const nasty = fc.string({
    unit: fc.constantFrom(...'*./:aX0-_%@#[]é。\u0000\ud800 1'),
    maxLength: 60,
  });
  fc.assert(
    fc.property(fc.oneof(nasty, fc.string({ unit: 'binary' })), (text) => {
      const parsed = parsePattern(text);
      if (parsed.kind === 'problem') expect(parsed.sentence).toMatch(/^pattern "/);
      const normal = normaliseName(text);
      if (normal !== null) expect(normaliseName(normal)).toBe(normal);
    }),
    SETTINGS,
  );
});
