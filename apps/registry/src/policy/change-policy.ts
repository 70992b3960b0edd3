import {
  envelope,
  type Origin,
  type Policy,
  type PolicyDeleted,
  type PolicyDocument,
  type PolicyUpdated,
} from '@parapet/contracts';
import {
  allowsChange,
  forbidsChange,
  type Preconditions,
  preconditionFailed,
  unwanted,
} from '../http/entity-tag';

/** A policy, and which versions of it the caller means to change, when that was said. */
export interface PolicyAsSeen extends Preconditions {
  readonly policy: Policy;
}

/** The whole new document takes the place of the old one. @throws Problem `precondition_failed` */
export const updatePolicy = (
  seen: PolicyAsSeen,
  document: PolicyDocument,
  origin: Origin,
): PolicyUpdated => ({
  ...envelope('PolicyUpdated', origin),
  data: { policy_id: seen.policy.id, version: nextVersion(seen), document },
});

/** The policy is gone, for ever. @throws Problem `precondition_failed` */
export const deletePolicy = (seen: PolicyAsSeen, origin: Origin): PolicyDeleted => ({
  ...envelope('PolicyDeleted', origin),
  data: { policy_id: seen.policy.id, version: nextVersion(seen) },
});

function nextVersion({ policy, ifMatch, ifNoneMatch }: PolicyAsSeen): number {
  if (ifMatch !== undefined && !allowsChange(ifMatch, policy.version))
    throw preconditionFailed(policy.id, policy.version);
  if (ifNoneMatch !== undefined && forbidsChange(ifNoneMatch, policy.version))
    throw unwanted(policy.id, policy.version);
  return policy.version + 1;
}
