import type { Policy, PolicySelector, PolicyType } from '@parapet/contracts';
import type { Address } from './address';
import { NameIndex } from './name-index';
import { OctetIndex } from './octet-index';
import { parsePattern, type Pattern } from './pattern';
import { RangeIndex } from './range-index';
import { better, type Rule } from './rule';
import { type Subject, specificity } from './scope';
import { ScopeIndex } from './scope-index';

/** What a rule is asked about: a name in normal form (`normaliseName`), an address, or both. */
export interface Target {
  readonly domain?: string | undefined;
  readonly ip?: Address | undefined;
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

/** Rules of one scope. */
class RuleIndex {
  private readonly names = new NameIndex();
  private readonly v4 = new RangeIndex();
  private readonly v6 = new RangeIndex();
  private readonly octets = new OctetIndex();
  private everything: Rule | undefined;

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
        this.everything ??= rule;
    }
  }

  best({ domain, ip }: Target, found: Rule | null): Rule | null {
    let best = domain === undefined ? found : this.names.best(domain, found);
    if (ip?.family === 4) {
      best = this.v4.best(ip.words, best);
      best = this.octets.best(ip.words[0] ?? 0, best);
    }
    if (ip?.family === 6) best = this.v6.best(ip.words, best);
    return domain === undefined && !ip ? found : better(best, this.everything);
  }
}

/** A rule that could not be compiled: an older house accepted what this one does not understand. */
export interface RefusedRule {
  readonly policyId: string;
  readonly sentence: string;
}

/**
 * All enabled rules, compiled: immutable, swapped by reference. A look-up costs the same for 100 and for 10,000 rules, and for
 * a thousand scopes as for one: each has an index of its own, and an agent is in few of them.
 */
export class RuleSet {
  private readonly byScope = new ScopeIndex(() => new RuleIndex());
  /** Number of rules compiled. */
  readonly size: number;
  readonly refused: readonly RefusedRule[];

  constructor(policies: readonly Policy[]) {
    const refused: RefusedRule[] = [];
    let rank = 0;
    for (const policy of inPrecedence(policies)) {
      const index = this.byScope.at(selectorOf(policy));
      for (const { pattern: text } of policy.rules) {
        const pattern = parsePattern(text);
        if (pattern.kind === 'problem') {
          refused.push({ policyId: policy.id, sentence: pattern.sentence });
          continue;
        }
        index.add(pattern, { rank, policy, pattern: text });
        rank += 1;
      }
    }
    this.size = rank;
    this.refused = refused;
  }

  /**
   * The rule that decides: one that blocks before any that allows, then by the most specific scope, then by the oldest policy.
   * Null when none matches.
   */
  match(target: Target): RuleMatch | null {
    let rule: Rule | null = null;
    for (const index of this.byScope.around(target.subject)) rule = index.best(target, rule);
    if (!rule) return null;
    const { id, name, version, type } = rule.policy;
    return { id, name, version, type, pattern: rule.pattern };
  }
}

const selectorOf = (policy: Policy): PolicySelector | null =>
  policy.scope === 'selected' ? (policy.selector ?? null) : null;

function inPrecedence(policies: readonly Policy[]): Policy[] {
  const narrow = (policy: Policy): number => specificity(selectorOf(policy));
  return policies
    .filter((policy) => policy.enabled && !policy.deleted)
    .filter((policy) => policy.scope === 'global' || policy.selector !== undefined)
    .sort(
      (a, b) =>
        compare(b.type, a.type) || narrow(b) - narrow(a) || compare(a.created_at, b.created_at),
    );
}

const compare = (a: string, b: string): number => {
  if (a === b) return 0;
  return a < b ? -1 : 1;
};

/** Compiles policies (in the order of the log: it decides between two of the same time). */
export const compileRules = (policies: Iterable<Policy>): RuleSet => new RuleSet([...policies]);
