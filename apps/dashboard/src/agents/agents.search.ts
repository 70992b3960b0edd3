import { oneOf, text } from '../api/from-address';
import { AGENT_STATUSES, type AgentStatus, type Platform, PLATFORMS } from './agent-words';

/** What of the agents is shown, as the address says it. */
export interface AgentsSearch {
  readonly status?: AgentStatus;
  readonly platform?: Platform;
  readonly cluster?: string;
}

export const agentsSearch = (search: Record<string, unknown>): AgentsSearch => ({
  status: oneOf(AGENT_STATUSES, search['status']),
  platform: oneOf(PLATFORMS, search['platform']),
  cluster: text(search['cluster']),
});

/** Whether not all agents are shown. */
export const isFiltered = (search: AgentsSearch): boolean =>
  Object.values(search).some((value) => value !== undefined);
