import { better, keepFirst, type Rule } from './rule';

/** Rules about IPv4 octets with wildcards, one map for each set of fixed octets: at most 14 look-ups. */
export class OctetIndex {
  private readonly byMask = new Map<number, Map<number, Rule>>();

  add(octets: readonly (number | null)[], rule: Rule): void {
    const mask = wordOf(octets.map((octet) => (octet === null ? 0 : 255)));
    const rules = this.byMask.get(mask) ?? new Map<number, Rule>();
    this.byMask.set(mask, rules);
    keepFirst(rules, wordOf(octets.map((octet) => octet ?? 0)), rule);
  }

  best(word: number, found: Rule | null): Rule | null {
    let best = found;
    for (const [mask, rules] of this.byMask) best = better(best, rules.get((word & mask) >>> 0));
    return best;
  }
}

const wordOf = (octets: readonly number[]): number =>
  octets.reduce((word, octet) => word * 256 + octet, 0);
