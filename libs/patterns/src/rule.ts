import type { PolicyType } from '@parapet/contracts';

/** One rule of a policy, in the order of precedence. */
export interface Rule {
  /** The lower rank wins: what blocks, then the most specific scope, then the oldest policy, then the order within it. */
  readonly rank: number;
  readonly policy: {
    readonly id: string;
    readonly name: string;
    readonly version: number;
    readonly type: PolicyType;
  };
  readonly pattern: string;
}

/** The one that wins. */
export const better = (found: Rule | null, rule: Rule | null | undefined): Rule | null =>
  rule && (!found || rule.rank < found.rank) ? rule : found;

/** Keeps a rule under a key. Rules are added in order of rank: a later one under the same key never wins. */
export function keepFirst<K>(rules: Map<K, Rule>, key: K, rule: Rule): void {
  if (!rules.has(key)) rules.set(key, rule);
}
