import type { PolicyCreated, PolicyDocument } from '@parapet/contracts';
import { envelope, type Origin } from '../fact';

/** A new policy. */
export const createPolicy = (
  id: string,
  document: PolicyDocument,
  origin: Origin,
): PolicyCreated => ({
  ...envelope('PolicyCreated', origin),
  data: { policy_id: id, version: 1, document },
});
