import type { Policy, PolicyType } from '@parapet/contracts';
import type { Address } from './address';
import { NameIndex } from './name-index';
import { OctetIndex } from './octet-index';
import { parsePattern, type Pattern } from './pattern';
import { RangeIndex } from './range-index';
import { better, type Rule } from './rule';
import { type Subject, specificity } from './scope';

/** What a rule is asked about: a name in normal form (`normaliseName`), an address, or both. */
export interface Target {
  readonly domain?: string;
  readonly ip?: Address;
  readonly subject: Subject;
}

/** The rule that decided. */
export interface RuleMatch {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly type: PolicyType;
  readonly pattern: string;
}

/** Rules of one type. */
class RuleIndex {
  private readonly names = new NameIndex();
  private readonly v4 = new RangeIndex();
  private readonly v6 = new RangeIndex();
  private readonly octets = new OctetIndex();
  private readonly everything: Rule[] = [];

  add(pattern: Pattern, rule: Rule): void {
    switch (pattern.kind) {
      case 'name':
      case 'children':
      case 'descendants':
        return this.names.add(pattern.kind, pattern.name, rule);
      case 'range':
        return (pattern.family === 4 ? this.v4 : this.v6).add(pattern.words, pattern.bits, rule);
      case 'octets':
        return this.octets.add(pattern.octets, rule);
      case 'everything':
        this.everything.push(rule);
    }
  }

  best({ domain, ip, subject }: Target): Rule | null {
    let best = domain === undefined ? null : this.names.best(domain, subject, null);
    if (ip?.family === 4) {
      best = this.v4.best(ip.words, subject, best);
      best = this.octets.best(ip.words[0] ?? 0, subject, best);
    }
    if (ip?.family === 6) best = this.v6.best(ip.words, subject, best);
    return domain === undefined && !ip ? null : better(best, this.everything, subject);
  }
}

/** A rule that could not be compiled: an older house accepted what this one does not understand. */
export interface RefusedRule {
  readonly policyId: string;
  readonly sentence: string;
}

/** All enabled rules, compiled: immutable, swapped by reference. A look-up costs the same for 100 and for 10,000 rules. */
export class RuleSet {
  private readonly byType = { allow: new RuleIndex(), block: new RuleIndex() };
  /** Number of rules compiled. */
  readonly size: number;
  readonly refused: readonly RefusedRule[];

  constructor(policies: readonly Policy[]) {
    const refused: RefusedRule[] = [];
    let rank = 0;
    for (const policy of inPrecedence(policies))
      for (const { pattern: text } of policy.rules) {
        const pattern = parsePattern(text);
        if (pattern.kind === 'problem') {
          refused.push({ policyId: policy.id, sentence: pattern.sentence });
          continue;
        }
        const selector = selectorOf(policy);
        this.byType[policy.type].add(pattern, { rank, selector, policy, pattern: text });
        rank += 1;
      }
    this.size = rank;
    this.refused = refused;
  }

  /** The rule of this type that matches, by precedence: most specific scope, then oldest policy. Null when none does. */
  match(type: PolicyType, target: Target): RuleMatch | null {
    const rule = this.byType[type].best(target);
    if (!rule) return null;
    const { id, name, version } = rule.policy;
    return { id, name, version, type, pattern: rule.pattern };
  }
}

const selectorOf = (policy: Policy): Rule['selector'] =>
  policy.scope === 'selected' ? (policy.selector ?? null) : null;

function inPrecedence(policies: readonly Policy[]): Policy[] {
  const narrow = (policy: Policy): number => specificity(selectorOf(policy));
  return policies
    .filter((policy) => policy.enabled && !policy.deleted)
    .filter((policy) => policy.scope === 'global' || policy.selector !== undefined)
    .sort((a, b) => narrow(b) - narrow(a) || compare(a.created_at, b.created_at));
}

const compare = (a: string, b: string): number => {
  if (a === b) return 0;
  return a < b ? -1 : 1;
};

/** Compiles policies (in the order of the log: it decides between two of the same time). */
export const compileRules = (policies: Iterable<Policy>): RuleSet => new RuleSet([...policies]);
