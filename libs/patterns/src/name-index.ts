import { LONGEST_NAME } from './name';
import { better, keepFirst, type Rule } from './rule';

/** Rules about names, found by walking the suffixes of a name: the cost depends on its labels, not on the number of rules. */
export class NameIndex {
  private readonly exact = new Map<string, Rule>();
  private readonly children = new Map<string, Rule>();
  private readonly descendants = new Map<string, Rule>();

  add(kind: 'name' | 'children' | 'descendants', name: string, rule: Rule): void {
    keepFirst(kind === 'name' ? this.exact : this[kind], name, rule);
  }

  /** Suffixes longer than any name are not looked up, so that a hostile one costs no more than the longest. */
  best(name: string, found: Rule | null): Rule | null {
    let best = found;
    if (name.length <= LONGEST_NAME) best = better(best, this.exact.get(name));
    const firstDot = name.indexOf('.');
    let dot = name.indexOf('.', Math.max(0, name.length - LONGEST_NAME - 1));
    for (; dot !== -1; dot = name.indexOf('.', dot + 1)) {
      const suffix = name.slice(dot + 1);
      if (dot === firstDot) best = better(best, this.children.get(suffix));
      best = better(best, this.descendants.get(suffix));
    }
    return best;
  }
}
