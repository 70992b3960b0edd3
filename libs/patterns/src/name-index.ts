import { LONGEST_NAME } from './name';
import { hashOf, NO_HASH, NameTable, withLetter } from './name-table';
import type { Rule } from './rule';
import { ScopedRules } from './scoped-rules';

/** The rules about a name itself, about its direct subdomains, and about all below it. */
class About {
  name: ScopedRules | undefined = undefined;
  children: ScopedRules | undefined = undefined;
  descendants: ScopedRules | undefined = undefined;
}

/** The best rule for a name below this one, directly or further down. */
function bestBelow(
  { children, descendants }: About,
  directly: boolean,
  scopes: readonly number[],
  found: Rule | null,
): Rule | null {
  const best = directly && children ? children.best(scopes, found) : found;
  return descendants ? descendants.best(scopes, best) : best;
}

const DOT = '.'.charCodeAt(0);

/** Rules about names, found by walking the suffixes of a name: the cost depends on its length, not on the number of rules. */
export class NameIndex {
  private readonly names = new NameTable<About>();

  add(kind: keyof About, name: string, scope: number, rule: Rule): void {
    const hash = hashOf(name);
    const about = this.names.endOf(name, 0, hash) ?? this.names.add(name, hash, new About());
    about[kind] ??= new ScopedRules();
    about[kind].add(scope, rule);
  }

  /** Suffixes longer than any name are not looked up, so that a hostile one costs no more than the longest. */
  best(name: string, scopes: readonly number[], found: Rule | null): Rule | null {
    let best = found;
    let hash = NO_HASH;
    const firstDot = name.indexOf('.');
    const first = Math.max(0, name.length - LONGEST_NAME - 1);
    for (let i = name.length - 1; i >= first; i -= 1) {
      const letter = name.charCodeAt(i);
      if (letter === DOT) {
        const above = this.names.endOf(name, i + 1, hash);
        if (above) best = bestBelow(above, i === firstDot, scopes, best);
      }
      hash = withLetter(hash, letter);
    }
    if (name.length > LONGEST_NAME) return best;
    return this.names.endOf(name, 0, hash)?.name?.best(scopes, best) ?? best;
  }
}
