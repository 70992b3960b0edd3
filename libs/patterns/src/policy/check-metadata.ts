import { isPlain, type Plain } from './plain-copy';
import { PolicyProblem } from './policy-problem';

const MAX_KEYS = 256;

/** Metadata is the owner's own: any object of bounded size. Its depth is bounded by that of the whole policy. */
export function checkMetadata(metadata: unknown): { readonly metadata?: Plain } {
  if (metadata === undefined) return {};
  if (!isPlain(metadata)) throw refused('must be an object, such as {owner: team-a}');
  if (countKeys(metadata) > MAX_KEYS) throw refused(`may have at most ${MAX_KEYS} keys`);
  return { metadata };
}

const refused = (why: string): PolicyProblem => new PolicyProblem(`metadata ${why}`, ['metadata']);

function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce<number>((sum, item) => sum + countKeys(item), own);
}
