import type { Policy, PolicySelector } from '@parapet/contracts';
import type { Address } from './address';
import { NameIndex } from './name-index';
import { OctetIndex } from './octet-index';
import { parsePattern, type Pattern } from './pattern';
import { RangeIndex } from './range-index';
import type { Rule, RuleMatch } from './rule';
import { type Subject, specificity } from './scope';
import { ScopeIndex } from './scope-index';
import { ScopedRules } from './scoped-rules';

/** What a rule is asked about: a name in normal form (`normaliseName`), an address, or both. */
export interface Target {
  readonly domain?: string | undefined;
  readonly ip?: Address | undefined;
  readonly subject: Subject;
}

/** Rules by what they are about. */
class RuleIndex {
  private readonly names = new NameIndex();
  private readonly v4 = new RangeIndex();
  private readonly v6 = new RangeIndex();
  private readonly octets = new OctetIndex();
  private readonly everything = new ScopedRules();

  add(pattern: Pattern, scope: number, rule: Rule): void {
    switch (pattern.kind) {
      case 'name':
      case 'children':
      case 'descendants':
        return this.names.add(pattern.kind, pattern.name, scope, rule);
      case 'range': {
        const ranges = pattern.family === 4 ? this.v4 : this.v6;
        return ranges.add(pattern.words, pattern.bits, scope, rule);
      }
      case 'octets':
        return this.octets.add(pattern.octets, scope, rule);
      case 'everything':
        this.everything.add(scope, rule);
    }
  }

  best({ domain, ip }: Target, scopes: readonly number[]): Rule | null {
    if (domain === undefined && !ip) return null;
    let best = this.everything.best(scopes, null);
    if (domain !== undefined) best = this.names.best(domain, scopes, best);
    if (ip?.family === 4) {
      best = this.v4.best(ip.words, scopes, best);
      best = this.octets.best(ip.words[0] ?? 0, scopes, best);
    }
    if (ip?.family === 6) best = this.v6.best(ip.words, scopes, best);
    return best;
  }
}

/** A rule that could not be compiled: an older house accepted what this one does not understand. */
export interface RefusedRule {
  readonly policyId: string;
  readonly sentence: string;
}

/**
 * All enabled rules, compiled: immutable, swapped by reference. A look-up costs the same for 100 and for 10,000 rules, and for
 * a thousand scopes as for one: rules with one pattern are kept by scope, and an agent is in few of them.
 */
export class RuleSet {
  private readonly scopes = new ScopeIndex();
  private readonly index = new RuleIndex();
  /** Number of rules compiled. */
  readonly size: number;
  /** Whether any of them blocks. */
  readonly blocks: boolean;
  readonly refused: readonly RefusedRule[];

  constructor(policies: readonly Policy[]) {
    const refused: RefusedRule[] = [];
    let rank = 0;
    let blocks = false;
    for (const policy of inPrecedence(policies)) {
      const { id, name, version, type } = policy;
      const scope = this.scopes.at(selectorOf(policy));
      for (const { pattern: text } of policy.rules) {
        const pattern = parsePattern(text);
        if (pattern.kind === 'problem') {
          refused.push({ policyId: policy.id, sentence: pattern.sentence });
          continue;
        }
        const match = { id, name, version, type, pattern: text };
        this.index.add(pattern, scope, { rank, match });
        rank += 1;
        blocks ||= type === 'block';
      }
    }
    this.size = rank;
    this.blocks = blocks;
    this.refused = refused;
  }

  /**
   * The rule that decides: one that blocks before any that allows, then by the most specific scope, then by the oldest policy.
   * Null when none matches.
   */
  match(target: Target): RuleMatch | null {
    return this.index.best(target, this.scopes.around(target.subject))?.match ?? null;
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
