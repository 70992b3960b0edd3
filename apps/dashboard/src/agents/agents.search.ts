import type { AgentView } from '../api/generated/types.gen';
import { oneOf, text } from '../api/from-address';
import { AGENT_STATUSES, type AgentStatus, type Platform, PLATFORMS } from './agent-words';

/** What of the agents is shown, as the address says it. */
export interface AgentsSearch {
  readonly status?: AgentStatus;
  readonly platform?: Platform;
  readonly cluster?: string;
  /** What is in its name, hostname or id. */
  readonly search?: string;
}

export const agentsSearch = (search: Record<string, unknown>): AgentsSearch => ({
  status: oneOf(AGENT_STATUSES, search['status']),
  platform: oneOf(PLATFORMS, search['platform']),
  cluster: text(search['cluster']),
  search: text(search['search']),
});

type Told = Pick<AgentView, 'id' | 'name' | 'hostname' | 'status' | 'platform' | 'cluster'>;

/** Whether the list that has these filters has the agent: what the API does, for agents that the stream tells of. */
export const lets = ({ status, platform, cluster, search }: AgentsSearch, agent: Told): boolean =>
  (status === undefined || status === agent.status) &&
  (platform === undefined || platform === agent.platform) &&
  (cluster === undefined || cluster === agent.cluster) &&
  (search === undefined || isCalled(agent, search.toLowerCase()));

/** Whether an agent has a text, in small letters, in its name, hostname or id. */
export const isCalled = ({ name, hostname, id }: Told, search: string) =>
  [name, hostname, id].some((called) => called.toLowerCase().includes(search));
