import { digest } from '@parapet/contracts';

/** What makes two observations the same one. */
export interface IdentityParts {
  readonly agentId: string;
  readonly kind: string;
  /** The timestamp by value: nanoseconds since 1970. */
  readonly at: bigint;
  /** `canonicalJson` of the metadata. */
  readonly metadata: string;
}

/** Time first, so that ids of a moment lie together in the store's index: 9 base36 digits reach the year 5188. */
const timePrefix = (at: bigint): string => (at / 1_000_000n).toString(36).padStart(9, '0');

/**
 * The id of an observation: SHA-256 over (agent, kind, timestamp by value, canonical metadata). The verdict is not part of
 * it: an agent may report one observation again with another verdict.
 * @returns `event_` + 9 base36 characters of the time + 27 base64url characters (162 bits).
 */
export function observationId(parts: IdentityParts): string {
  const { agentId, kind, at, metadata } = parts;
  return `event_${timePrefix(at)}${digest([agentId, kind, String(at), metadata], 27)}`;
}

/** The id when the sender gave an `Idempotency-Key`: agent and key alone, whatever the body says. */
export const keyedObservationId = (agentId: string, key: string): string =>
  `event_k${digest(['idempotency-key', agentId, key], 35)}`;
