import { named } from '../kit/observations.mjs';

const RULES_EACH = 20;
const LABELS = { github_actions: 'repository', kubernetes: 'cluster' };

/** Numbers below `below` that are the same in every run. */
export function sameNumbers(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** The kinds of twenty rules in a row: names of one's own, names that many policies know, wildcards, ranges. */
const KINDS = [
  ...Array(9).fill((i) => `host-${i}.team-${i % 500}.example.com`),
  ...Array(4).fill((i) => `mirror-${(i * 7) % 50}.example.org`),
  ...Array(2).fill((i) => `*.area-${i}.example.net`),
  (i) => `**.zone-${i}.example.net`,
  ...Array(3).fill((i) => `10.${(i >> 8) & 255}.${i & 255}.0/24`),
  (i) => `2001:db8:${(i & 0xffff).toString(16)}::/48`,
];

/** Half of them are about all agents, a quarter about one repository each, a quarter about one cluster. */
function scopeOf(n) {
  if (n % 2 === 0) return { scope: 'global' };
  const platform = n % 4 === 1 ? 'github_actions' : 'kubernetes';
  return { scope: 'selected', selector: { platform, [LABELS[platform]]: `place-${n}` } };
}

/**
 * Documents of policies with so many rules together, twenty each: names, wildcards and ranges, one in four policies blocks.
 * @returns `PolicyDocument[]`
 */
function policyDocuments(rules) {
  return Array.from({ length: Math.ceil(rules / RULES_EACH) }, (_, n) => {
    const type = n % 8 > 5 ? 'block' : 'allow';
    const texts = KINDS.slice(0, rules - n * RULES_EACH).map((textOf, i) =>
      textOf(n * RULES_EACH + i),
    );
    // What many allow, nobody blocks.
    const patterns = type === 'allow' ? texts : texts.map((t) => t.replace('mirror', 'malware'));
    const rulesOf = patterns.map((pattern) => ({ pattern }));
    return { name: `policy ${n}`, type, enabled: true, ...scopeOf(n), rules: rulesOf };
  });
}

/** The same as they stand in the house, the nth created in the nth second of 2026. @returns `Policy[]` */
export const policiesOf = (rules) =>
  policyDocuments(rules).map((document, n) => {
    const created_at = new Date(Date.UTC(2026, 0, 1, 0, 0, n)).toISOString();
    const made = { version: 1, made_by: [], created_at, updated_at: created_at };
    return { id: `policy_${n}`, ...document, ...made };
  });

/** An address of a range that is written as `10.1.2.0/24` or `2001:db8:1::/48`. */
const addressIn = (range) => range.replace(/0\/\d+$/, '77').replace(/::\/\d+$/, '::77');

/** Where something goes that a pattern is about: `{ destination_ip }` or `{ destination, destination_ip }`, as agents send it. */
export function metBy(pattern) {
  if (pattern.includes('/')) return { destination_ip: addressIn(pattern) };
  return named(pattern.replace(/^\*\*\./, 'a.b.').replace(/^\*\./, 'a.'));
}

/** Where something goes that no pattern is about. */
export const unknown = (n) => ({
  ...{ destination: `unknown-${n}.elsewhere.example`, destination_ip: `198.51.${n % 100}.9` },
});

/** Who it is: an agent that a policy is about, the nth of anybody where it is about all. @returns `{ platform, labels }` */
export function subjectOf({ selector }, n) {
  if (!selector) return { platform: 'kubernetes', labels: { cluster: `place-${n}` } };
  const label = LABELS[selector.platform];
  return { platform: selector.platform, labels: { [label]: selector[label] } };
}

/**
 * What agents see under these policies, the same in every run: a part of it goes where some rule is about.
 * @param hits the part, such as 0.5
 * @returns `{ metadata, subject }` of each
 */
export function sightings(policies, count, hits) {
  const below = sameNumbers(7);
  return Array.from({ length: count }, (_, n) => {
    const policy = policies[below(policies.length)];
    const { pattern } = policy.rules[below(policy.rules.length)];
    const metadata = below(1_000) < hits * 1_000 ? metBy(pattern) : unknown(n);
    return { metadata, subject: subjectOf(policy, n) };
  });
}
