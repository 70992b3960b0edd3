/** What of the agents is shown, as the address says it. */
export interface AgentsSearch {
  readonly status?: 'connected' | 'disconnected';
}

export function agentsSearch({ status }: Record<string, unknown>): AgentsSearch {
  return status === 'connected' || status === 'disconnected' ? { status } : {};
}
