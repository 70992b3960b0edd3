import { type Issue, LONGEST_TEXT } from '@parapet/contracts';
import {
  type Destination,
  destinationOf,
  parseAddress,
  type RuleMatch,
  type RuleSet,
} from '@parapet/patterns';
import { matchRules, ofWorst } from './match-rules';

/** What an issue itself knows of what it is about: where it went, and which agent. */
type About = Pick<Issue, 'details' | 'subject'>;

/** The rule that decides about an issue; null when none is about it. */
export function ruleAbout({ details, subject }: About, rules: RuleSet): RuleMatch | null {
  const found = whereTo(details);
  const besides = subject.besides?.flatMap((text) => parseAddress(text) ?? []);
  const destination = found && besides ? { ...found, besides } : found;
  return matchRules(rules, ofWorst({ destination, subject }, rules));
}

/**
 * Where it went. A name that is not in normal form was none when the observation was judged, whatever it looks like now; of one that was
 * cut nobody knows what it was, and nothing allows it.
 */
function whereTo({ domain, ip }: Issue['details']): Destination | null {
  const found = destinationOf('', { destination: domain, destination_ip: ip });
  const isCut = domain !== undefined && domain.length >= LONGEST_TEXT;
  if (found?.domain === domain && !isCut) return found;
  const otherwise = () => (found ? [found, ...(found.otherwise?.() ?? [])] : []);
  const address = isCut ? null : destinationOf('', { destination_ip: ip });
  return { loopback: false, ...address, domain, wellFormed: false, otherwise };
}

/** The allow rule by which an issue would not have been raised; null when it still stands. Asked when policies change. */
export function allowedNow(issue: About, rules: RuleSet): RuleMatch | null {
  const rule = ruleAbout(issue, rules);
  return rule?.type === 'allow' ? rule : null;
}
