import { bitAt } from './address';
import { better, type Rule } from './rule';

/** Rules about ranges of one address family: a bit trie in flat arrays. One look-up costs at most one step per bit. */
export class RangeIndex {
  /** Two entries per node: the node for bit 0 and for bit 1; 0 = none (node 0 is the root). */
  private readonly next: number[] = [0, 0];
  private readonly rules: (Rule | undefined)[] = [undefined];

  add(words: readonly number[], bits: number, rule: Rule): void {
    let node = 0;
    for (let i = 0; i < bits; i += 1) node = this.child(node, bitAt(words, i));
    this.rules[node] ??= rule;
  }

  private child(node: number, bit: number): number {
    const known = this.next[2 * node + bit];
    if (known) return known;
    const made = this.rules.length;
    this.next[2 * node + bit] = made;
    this.next.push(0, 0);
    this.rules.push(undefined);
    return made;
  }

  best(words: readonly number[], found: Rule | null): Rule | null {
    let best = better(found, this.rules[0]);
    let node = 0;
    for (let i = 0; i < 32 * words.length; i += 1) {
      node = this.next[2 * node + bitAt(words, i)] ?? 0;
      if (node === 0) return best;
      best = better(best, this.rules[node]);
    }
    return best;
  }
}
