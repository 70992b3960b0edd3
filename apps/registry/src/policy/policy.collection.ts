import type { CommandTarget, Projected } from '@parapet/chassis';
import type { Policy } from '@parapet/contracts';
import { collection } from '@parapet/readmodel';

/** A policy as stored: the state, ready to be listed. */
export type StoredPolicy = Projected<Policy>;

/** Policies that exist, and the graves of deleted ones. */
export const POLICIES = collection<StoredPolicy>({
  name: 'policies',
  indexes: [{ equal: [], sort: 'created_at' }],
});

export const POLICY_COMMANDS: CommandTarget<StoredPolicy> = {
  topic: 'policies',
  projection: 'registry.policies',
  collection: POLICIES,
};
