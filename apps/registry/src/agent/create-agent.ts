import { type AgentCreated, envelope, type Origin } from '@parapet/contracts';
import type { AgentDescription } from './check-agent';

/** A new agent; of its token only the digest is kept. `requestDigest`: of a request with an `Idempotency-Key`. */
export const createAgent = (
  fresh: { readonly id: string; readonly tokenDigest: string; readonly requestDigest?: string },
  description: AgentDescription,
  origin: Origin,
): AgentCreated => ({
  ...envelope('AgentCreated', origin),
  data: {
    ...{ agent_id: fresh.id, version: 1, ...description, token_digest: fresh.tokenDigest },
    ...(fresh.requestDigest !== undefined && { request_digest: fresh.requestDigest }),
  },
});
