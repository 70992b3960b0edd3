import type { Destination, RuleMatch, RuleSet } from '@parapet/patterns';
import type { Seen } from './read-observation';

/** Where something went, and which agent. */
type Went = Pick<Seen, 'destination' | 'subject'>;

/**
 * The rule that decides where an observation may go; null when none is about it. A name that is not well-formed is only ever
 * blocked; of a loopback destination only the name counts.
 */
export function matchRules(rules: RuleSet, { destination, subject }: Went): RuleMatch | null {
  if (!destination) return null;
  const rule = ruleAbout(rules, destination, subject);
  if (!destination.otherwise || !rules.blocks || rule?.type === 'block') return rule;
  for (const other of destination.otherwise()) {
    const found = ruleAbout(rules, other, subject);
    if (found?.type === 'block') return found;
  }
  return rule;
}

/**
 * What was seen, with the address that is judged worst, where several were reached: one that is blocked, else one that nothing allows. What
 * else the name may be taken for says the same of each, and may be much: it is asked once.
 */
export function ofWorst<S extends Went>(seen: S, rules: RuleSet): S {
  const { destination, subject } = seen;
  if (!destination?.besides || matchRules(rules, seen)?.type === 'block') return seen;
  const reached = [destination.ip, ...destination.besides];
  const types = reached.map((ip) => ruleAbout(rules, { ...destination, ip }, subject)?.type);
  const worst = reached[types.indexOf('block')] ?? reached[types.indexOf(undefined)];
  if (!worst) return seen;
  const besides = reached.flatMap((ip) => (ip && ip !== worst ? [ip] : []));
  return { ...seen, destination: { ...destination, ip: worst, besides } };
}

function ruleAbout(
  rules: RuleSet,
  { domain, ip, wellFormed, loopback }: Destination,
  subject: Seen['subject'],
): RuleMatch | null {
  const address = loopback ? undefined : ip;
  const name = domain === 'localhost' ? undefined : domain;
  const rule = rules.match({ domain: name, ip: address, subject });
  return wellFormed || rule?.type !== 'allow' ? rule : rules.match({ ip: address, subject });
}
