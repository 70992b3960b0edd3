import type { Destination, RuleMatch, RuleSet } from '@parapet/patterns';
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
  if (!destination.otherwise || !rules.blocks || rule?.type === 'block') return rule;
  for (const other of destination.otherwise()) {
    const found = ruleAbout(rules, other, subject);
    if (found?.type === 'block') return found;
  }
  return rule;
}

/** A sighting with the address that is judged worst, where several were reached: one that is blocked, else one that nothing allows. */
export function ofWorst(seen: Sighting, rules: RuleSet): Sighting {
  const { destination } = seen;
  if (!destination?.besides) return seen;
  const besides = destination.besides.map((ip) => ({ ...destination, ip }));
  const each = [seen, ...besides.map((one) => ({ ...seen, destination: one }))];
  const types = each.map((one) => matchRules(rules, one)?.type);
  return each[types.indexOf('block')] ?? each[types.indexOf(undefined)] ?? seen;
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
