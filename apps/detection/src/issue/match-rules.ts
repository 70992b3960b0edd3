import type { RuleMatch, RuleSet, Target } from '@parapet/patterns';
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
  const { domain, ip, wellFormed, loopback } = destination;
  const address: Target = { ...(ip && !loopback && { ip }), subject };
  const named = domain !== undefined && domain !== 'localhost';
  const rule = rules.match(named ? { ...address, domain } : address);
  return wellFormed || rule?.type !== 'allow' ? rule : rules.match(address);
}
