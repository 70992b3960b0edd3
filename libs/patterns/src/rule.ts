import type { PolicyType } from '@parapet/contracts';

/** The rule that decided. */
export interface RuleMatch {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly type: PolicyType;
  readonly pattern: string;
}

/** One rule of a policy, in the order of precedence. */
export interface Rule {
  /** The lower rank wins: what blocks, then the most specific scope, then the oldest policy, then the order within it. */
  readonly rank: number;
  /** What is told of it when it decides. */
  readonly match: RuleMatch;
}

/** The one that wins. */
export const better = (found: Rule | null, rule: Rule | null | undefined): Rule | null =>
  rule && (!found || rule.rank < found.rank) ? rule : found;
