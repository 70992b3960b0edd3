import type { Issue } from '@parapet/contracts';
import type { RuleMatch, RuleSet } from '@parapet/patterns';
import { destinationOf } from './destination';
import { matchRules } from './match-rules';

/**
 * The allow rule by which an issue would not have been raised; null when it still stands. Asked when policies change, of
 * what the issue itself knows: where it went, and which agent.
 */
export function allowedNow(
  { details, subject }: Pick<Issue, 'details' | 'subject'>,
  rules: RuleSet,
): RuleMatch | null {
  const sent = { destination: details.domain, destination_ip: details.ip };
  const about = { destination: destinationOf('', sent), subject };
  return matchRules(rules, 'block', about) ? null : matchRules(rules, 'allow', about);
}
