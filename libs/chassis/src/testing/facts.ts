import {
  type AgentCreated,
  type AgentSighted,
  eventId,
  isoTime,
  type LogEvent,
  type Permission,
  randomId,
  type TokenCreated,
} from '@parapet/contracts';
import { makeToken, tokenDigest } from '../auth/token-format';

const meta = <T extends string>(type: T, now: number): Omit<LogEvent<T>, 'data'> => ({
  ...{ id: eventId(), type, schema: 1 },
  ...{ time: isoTime(now), actor: 'test', cause: null },
});

/** A user token and the fact that makes it. */
export function newToken(
  permissions: readonly Permission[],
  now: number,
): { readonly token: string; readonly fact: TokenCreated } {
  const token = makeToken('user');
  const data = {
    ...{ version: 1, token_id: randomId('token'), name: 'test', permissions },
    ...{ digest: tokenDigest(token), origin: 'api' as const, expires_at: null },
  };
  return { token, fact: { ...meta('TokenCreated', now), data } };
}

/** What of an agent a test may choose. */
export type AgentChoice = Partial<
  Pick<AgentCreated['data'], 'name' | 'os' | 'kind' | 'labels' | 'ip'>
>;

/** An agent's token and the fact that makes both. */
export function newAgent(
  choice: AgentChoice,
  now: number,
): { readonly id: string; readonly token: string; readonly fact: AgentCreated } {
  const token = makeToken('agent');
  const id = randomId('agent');
  const data = {
    ...{ name: 'node-1', os: 'linux', kind: 'kubernetes' as const, labels: {} },
    ...choice,
    ...{ version: 1, agent_id: id, token_digest: tokenDigest(token) },
  };
  return { id, token, fact: { ...meta('AgentCreated', now), data } };
}

/** An agent was seen. @param at milliseconds since 1970 */
export const sighting = (agent_id: string, at: number): AgentSighted => ({
  ...{ ...meta('AgentSighted', at), data: { agent_id, last_seen: isoTime(at) } },
});
