import type { Rule } from './rule';
import { ScopedRules } from './scoped-rules';

/** Rules about IPv4 octets with wildcards, one map for each set of fixed octets: at most 14 look-ups. */
export class OctetIndex {
  private readonly byMask = new Map<number, Map<number, ScopedRules>>();

  add(octets: readonly (number | null)[], scope: number, rule: Rule): void {
    const mask = wordOf(octets.map((octet) => (octet === null ? 0 : 255)));
    const rules = this.byMask.get(mask) ?? new Map<number, ScopedRules>();
    this.byMask.set(mask, rules);
    const word = wordOf(octets.map((octet) => octet ?? 0));
    const same = rules.get(word) ?? new ScopedRules();
    rules.set(word, same);
    same.add(scope, rule);
  }

  best(word: number, scopes: readonly number[], found: Rule | null): Rule | null {
    let best = found;
    for (const [mask, rules] of this.byMask) {
      const same = rules.get((word & mask) >>> 0);
      if (same) best = same.best(scopes, best);
    }
    return best;
  }
}

const wordOf = (octets: readonly number[]): number =>
  octets.reduce((word, octet) => word * 256 + octet, 0);
