import type { Issue, PolicyType } from '@parapet/contracts';
import type { RuleMatch, RuleSet } from '@parapet/patterns';
import { destinationOf } from './destination';
import { matchRules } from './match-rules';

/** What an issue itself knows of what it is about: where it went, and which agent. */
type About = Pick<Issue, 'details' | 'subject'>;

/** The rule of this type that is about an issue; null when none is. */
export function ruleAbout(
  { details, subject }: About,
  rules: RuleSet,
  type: PolicyType,
): RuleMatch | null {
  const sent = { destination: details.domain, destination_ip: details.ip };
  return matchRules(rules, type, { destination: destinationOf('', sent), subject });
}

/** The allow rule by which an issue would not have been raised; null when it still stands. Asked when policies change. */
export const allowedNow = (issue: About, rules: RuleSet): RuleMatch | null =>
  ruleAbout(issue, rules, 'block') ? null : ruleAbout(issue, rules, 'allow');
