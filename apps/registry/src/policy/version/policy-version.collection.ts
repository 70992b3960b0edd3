import type { Policy, PolicyEvent } from '@parapet/contracts';
import { collection } from '@parapet/readmodel';

/** What made a version. */
export const VERSION_CHANGES = ['created', 'updated', 'deleted'] as const;
export type VersionChange = (typeof VERSION_CHANGES)[number];

export const CHANGE_OF = {
  PolicyCreated: 'created',
  PolicyUpdated: 'updated',
  PolicyDeleted: 'deleted',
} as const satisfies Record<PolicyEvent['type'], VersionChange>;

/** A policy as it was in one version; the last one of a policy that was deleted is its deletion. */
export interface PolicyVersion {
  /** Of the policy and the version: the same version is never two documents. */
  readonly id: string;
  readonly policy_id: string;
  readonly version: number;
  /** Of the fact: RFC 3339, UTC, milliseconds. */
  readonly at: string;
  /** Id of the token that asked for it. */
  readonly by: string;
  readonly change: VersionChange;
  readonly policy: Policy;
  /** Offset of the fact that made it. */
  readonly applied: number;
  /** Bytes of its document as JSON; characters, where an earlier version folded it. */
  readonly size: number;
}

/** Every version of every policy, also of those that were deleted. */
export const POLICY_VERSIONS = collection<PolicyVersion>({
  name: 'policy_versions',
  indexes: [{ equal: ['policy_id'], sort: 'version' }],
});

export const VERSIONS_PROJECTION = 'registry.policy-versions';

export const versionId = (policyId: string, version: number): string => `${policyId}/${version}`;
