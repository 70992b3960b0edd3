import { envelope, type Origin, type PolicyCreated, type PolicyDocument } from '@parapet/contracts';

/** A new policy. `requestDigest`: of a request with an `Idempotency-Key`. */
export const createPolicy = (
  { id, requestDigest }: { readonly id: string; readonly requestDigest?: string },
  document: PolicyDocument,
  origin: Origin,
): PolicyCreated => ({
  ...envelope('PolicyCreated', origin),
  data: {
    ...{ policy_id: id, version: 1, document },
    ...(requestDigest !== undefined && { request_digest: requestDigest }),
  },
});
