import { bitAt } from './address';
import type { Rule } from './rule';
import { ScopedRules } from './scoped-rules';

/** Numbers of a node: the node for bit 0, the node for bit 1 (0 = none: node 0 is the root), and where its rules are (0 = none). */
const NODE = 3;
const RULES = 2;

/**
 * Rules about ranges of one address family: a bit trie in one flat array, in which the nodes of a range lie beside each other. One
 * look-up costs at most one step per bit.
 */
export class RangeIndex {
  private nodes = new Int32Array(64 * NODE);
  private used = NODE;
  private readonly rules: ScopedRules[] = [];

  add(words: readonly number[], bits: number, scope: number, rule: Rule): void {
    let node = 0;
    for (let i = 0; i < bits; i += 1) node = this.child(node, bitAt(words, i));
    if (!this.nodes[node + RULES]) this.nodes[node + RULES] = this.rules.push(new ScopedRules());
    this.rulesAt(node)?.add(scope, rule);
  }

  best(words: readonly number[], scopes: readonly number[], found: Rule | null): Rule | null {
    const { nodes } = this;
    let best = this.rulesAt(0)?.best(scopes, found) ?? found;
    let node = 0;
    for (let i = 0; i < 32 * words.length; i += 1) {
      node = nodes[node + bitAt(words, i)] ?? 0;
      if (node === 0) return best;
      if (nodes[node + RULES]) best = this.rulesAt(node)?.best(scopes, best) ?? best;
    }
    return best;
  }

  private child(node: number, bit: number): number {
    const known = this.nodes[node + bit];
    if (known) return known;
    const made = this.used;
    this.used += NODE;
    if (this.used > this.nodes.length) this.grow();
    this.nodes[node + bit] = made;
    return made;
  }

  private grow(): void {
    const larger = new Int32Array(2 * this.nodes.length);
    larger.set(this.nodes);
    this.nodes = larger;
  }

  private rulesAt(node: number): ScopedRules | undefined {
    return this.rules[(this.nodes[node + RULES] ?? 0) - 1];
  }
}
