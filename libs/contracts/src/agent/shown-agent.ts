import {
  type Agent,
  type AgentKind,
  type AgentMode,
  hostnameOf,
  type Platform,
  platformOf,
  wasSeen,
} from './agent';

export const AGENT_STATUSES = ['connected', 'disconnected'] as const;
export type AgentStatus = (typeof AGENT_STATUSES)[number];

/** The moment an agent is looked at, and after how long a silent one counts as gone. Milliseconds. */
export interface Watch {
  readonly now: number;
  readonly timeoutMs: number;
}

/** Connected while it was last seen less than the timeout ago; one that was only created has never been. */
export const statusOf = (
  agent: Pick<Agent, 'last_seen' | 'created_at'>,
  { now, timeoutMs }: Watch,
): AgentStatus =>
  wasSeen(agent) && now - Date.parse(agent.last_seen) < timeoutMs ? 'connected' : 'disconnected';

/** An agent as it is shown to people. Absent keys are left out. */
export interface ShownAgent {
  readonly id: string;
  readonly name: string;
  readonly hostname: string;
  readonly platform: Platform;
  readonly cluster?: string;
  readonly status: AgentStatus;
  readonly mode: AgentMode;
  /** As reported, else the label `version`; empty when unknown. */
  readonly version: string;
  readonly last_seen: string;
  readonly kind: AgentKind;
  readonly os: string;
  readonly ip?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly created_at: string;
}

/** Shows an agent; nothing of its token. */
export function shownAgent(agent: Agent, watch: Watch): ShownAgent {
  const { cluster, version } = agent.labels;
  return {
    id: agent.id,
    name: agent.name,
    hostname: hostnameOf(agent),
    platform: platformOf(agent.kind),
    ...(cluster !== undefined && { cluster }),
    status: statusOf(agent, watch),
    mode: agent.mode,
    version: agent.reported_version ?? version ?? '',
    last_seen: agent.last_seen,
    kind: agent.kind,
    os: agent.os,
    ...(agent.ip !== undefined && { ip: agent.ip }),
    labels: agent.labels,
    created_at: agent.created_at,
  };
}
