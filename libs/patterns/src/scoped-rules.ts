import { better, type Rule } from './rule';

/** The scope of all agents. Every agent is in it, so that no list of scopes names it. */
export const EVERYWHERE = 0;

/** Rules with one and the same pattern, the first of each scope: rules are added in order of rank, a later one never wins. */
export class ScopedRules {
  private everywhere: Rule | undefined;
  private narrow: Map<number, Rule> | undefined;

  add(scope: number, rule: Rule): void {
    if (scope === EVERYWHERE) this.everywhere ??= rule;
    else {
      this.narrow ??= new Map<number, Rule>();
      if (!this.narrow.has(scope)) this.narrow.set(scope, rule);
    }
  }

  /** The best rule for who is in these scopes, if it is better than what was found. */
  best(scopes: readonly number[], found: Rule | null): Rule | null {
    let best = better(found, this.everywhere);
    if (this.narrow) for (const scope of scopes) best = better(best, this.narrow.get(scope));
    return best;
  }
}
