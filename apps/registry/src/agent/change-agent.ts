import {
  type Agent,
  AGENT_MODES,
  type AgentDeleted,
  type AgentMode,
  type AgentModeChanged,
  type AgentTokenRotated,
  envelope,
  type Origin,
  Problem,
} from '@parapet/contracts';

const next = (agent: Agent): { readonly agent_id: string; readonly version: number } => ({
  agent_id: agent.id,
  version: agent.version + 1,
});

/** The mode in the body of PATCH. @throws Problem `bad_request` */
export function checkMode(sent: unknown): AgentMode {
  const said = typeof sent === 'object' && sent !== null && 'mode' in sent ? sent.mode : undefined;
  const mode = AGENT_MODES.find((known) => known === said);
  if (mode === undefined)
    throw new Problem(
      'bad_request',
      `mode must be ${AGENT_MODES.join(' or ')}`,
      `send {"mode": "${AGENT_MODES[0]}"}, for example`,
    );
  return mode;
}

/** Another mode; null when the agent is in it already. */
export const changeMode = (
  agent: Agent,
  mode: AgentMode,
  origin: Origin,
): AgentModeChanged | null =>
  agent.mode === mode
    ? null
    : { ...envelope('AgentModeChanged', origin), data: { ...next(agent), mode } };

/** Another token; the one before stops working. */
export const rotateToken = (
  agent: Agent,
  tokenDigest: string,
  origin: Origin,
): AgentTokenRotated => ({
  ...envelope('AgentTokenRotated', origin),
  data: { ...next(agent), token_digest: tokenDigest },
});

/** The agent is gone, and its token with it. */
export const deleteAgent = (agent: Agent, origin: Origin): AgentDeleted => ({
  ...envelope('AgentDeleted', origin),
  data: next(agent),
});
