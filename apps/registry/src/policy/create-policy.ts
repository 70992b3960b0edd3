import { envelope, type Origin, type PolicyCreated, type PolicyDocument } from '@parapet/contracts';

/** A new policy. */
export const createPolicy = (
  id: string,
  document: PolicyDocument,
  origin: Origin,
): PolicyCreated => ({
  ...envelope('PolicyCreated', origin),
  data: { policy_id: id, version: 1, document },
});
