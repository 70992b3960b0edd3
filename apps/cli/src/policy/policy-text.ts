import { plain, seconds } from '../plain-text';
import { table } from '../table-text';
import type { PolicyShown } from './policy-in-house';

const HEAD = ['NAME', 'TYPE', 'SCOPE', 'RULES', 'ENABLED', 'VERSION', 'UPDATED (UTC)', 'ID'];

/** The list, for people. */
export function policyList(policies: readonly PolicyShown[]): string[] {
  if (policies.length === 0) return ['There are no policies.'];
  const rows = policies.map((policy) => [
    plain(policy.name),
    ...[policy.type, policy.scope, String(policy.rules.length)],
    ...[policy.enabled ? 'yes' : 'no', String(policy.version)],
    ...[seconds(policy.updated_at), policy.id],
  ]);
  return table(HEAD, rows);
}
