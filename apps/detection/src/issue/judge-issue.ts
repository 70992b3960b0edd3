import type { Issue } from '@parapet/contracts';
import type { RuleMatch, RuleSet } from '@parapet/patterns';
import { destinationOf } from './destination';
import { matchRules } from './match-rules';

/** What an issue itself knows of what it is about: where it went, and which agent. */
type About = Pick<Issue, 'details' | 'subject'>;

/** The rule that decides about an issue; null when none is about it. */
export function ruleAbout({ details, subject }: About, rules: RuleSet): RuleMatch | null {
  const sent = { destination: details.domain, destination_ip: details.ip };
  return matchRules(rules, { destination: destinationOf('', sent), subject });
}

/** The allow rule by which an issue would not have been raised; null when it still stands. Asked when policies change. */
export function allowedNow(issue: About, rules: RuleSet): RuleMatch | null {
  const rule = ruleAbout(issue, rules);
  return rule?.type === 'allow' ? rule : null;
}
