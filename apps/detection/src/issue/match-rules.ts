import type { RuleMatch, RuleSet } from '@parapet/patterns';
import type { Destination } from './destination';
import type { Sighting } from './sighting';

/**
 * The rule that decides where an observation may go; null when none is about it. A name that is not well-formed is only ever
 * blocked; of a loopback destination only the name counts.
 */
export function matchRules(
  rules: RuleSet,
  { destination, subject }: Pick<Sighting, 'destination' | 'subject'>,
): RuleMatch | null {
  if (!destination) return null;
  const rule = ruleAbout(rules, destination, subject);
  if (!destination.otherwise || rule?.type === 'block') return rule;
  const others = destination.otherwise.map((other) => ruleAbout(rules, other, subject));
  return others.find((other) => other?.type === 'block') ?? rule;
}

function ruleAbout(
  rules: RuleSet,
  { domain, ip, wellFormed, loopback }: Destination,
  subject: Sighting['subject'],
): RuleMatch | null {
  const address = loopback ? undefined : ip;
  const name = domain === 'localhost' ? undefined : domain;
  const rule = rules.match({ domain: name, ip: address, subject });
  return wellFormed || rule?.type !== 'allow' ? rule : rules.match({ ip: address, subject });
}
