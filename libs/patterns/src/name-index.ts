import { LONGEST_NAME } from './name';
import type { Rule } from './rule';
import { ScopedRules } from './scoped-rules';

/** The rules about a name itself, about its direct subdomains, and about all below it. */
type About = Record<'name' | 'children' | 'descendants', ScopedRules | undefined>;

/** Rules about names, found by walking the suffixes of a name: the cost depends on its labels, not on the number of rules. */
export class NameIndex {
  private readonly names = new Map<string, About>();

  add(kind: keyof About, name: string, scope: number, rule: Rule): void {
    const about: About = this.names.get(name) ?? {
      ...{ name: undefined, children: undefined, descendants: undefined },
    };
    this.names.set(name, about);
    about[kind] ??= new ScopedRules();
    about[kind].add(scope, rule);
  }

  /** Suffixes longer than any name are not looked up, so that a hostile one costs no more than the longest. */
  best(name: string, scopes: readonly number[], found: Rule | null): Rule | null {
    let best = found;
    const about = name.length <= LONGEST_NAME ? this.names.get(name) : undefined;
    if (about?.name) best = about.name.best(scopes, best);
    const firstDot = name.indexOf('.');
    let dot = name.indexOf('.', Math.max(0, name.length - LONGEST_NAME - 1));
    for (; dot !== -1; dot = name.indexOf('.', dot + 1)) {
      const above = this.names.get(name.slice(dot + 1));
      if (!above) continue;
      if (dot === firstDot && above.children) best = above.children.best(scopes, best);
      if (above.descendants) best = above.descendants.best(scopes, best);
    }
    return best;
  }
}
