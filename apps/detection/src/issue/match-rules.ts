import type { RuleMatch, RuleSet, Target } from '@parapet/patterns';
import type { Sighting } from './sighting';

/**
 * The rule of this type that is about where an observation went; null when none is. A name that is not well-formed is
 * only ever blocked; of a loopback destination only the name counts.
 */
export function matchRules(
  rules: RuleSet,
  type: 'allow' | 'block',
  { destination, subject }: Pick<Sighting, 'destination' | 'subject'>,
): RuleMatch | null {
  if (!destination) return null;
  const { domain, ip, wellFormed, loopback } = destination;
  const named = domain !== undefined && (wellFormed || type === 'block') && domain !== 'localhost';
  const target: Target = { ...(named && { domain }), ...(ip && !loopback && { ip }), subject };
  return rules.match(type, target);
}
