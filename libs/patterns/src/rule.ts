import type { PolicySelector, PolicyType } from '@parapet/contracts';
import { selects, type Subject } from './scope';

/** One rule of a policy, in the order of precedence. */
export interface Rule {
  /** The lower rank wins: most specific scope first, then the oldest policy, then the order within it. */
  readonly rank: number;
  /** Null: all agents. */
  readonly selector: PolicySelector | null;
  readonly policy: {
    readonly id: string;
    readonly name: string;
    readonly version: number;
    readonly type: PolicyType;
  };
  readonly pattern: string;
}

/** The better of what was found so far and the first of these rules (in order of rank) that is about the subject. */
export function better(
  found: Rule | null,
  rules: readonly Rule[] | undefined,
  subject: Subject,
): Rule | null {
  if (!rules) return found;
  for (const rule of rules) {
    if (found && found.rank <= rule.rank) return found;
    if (rule.selector === null || selects(rule.selector, subject)) return rule;
  }
  return found;
}

/** Adds to a list in a map. Rules are added in order of rank, so lists are in order too. */
export function addTo<K>(lists: Map<K, Rule[]>, key: K, rule: Rule): void {
  const list = lists.get(key);
  if (list) list.push(rule);
  else lists.set(key, [rule]);
}
