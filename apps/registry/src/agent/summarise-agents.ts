import {
  type Agent,
  type AgentMode,
  type AgentStatus,
  type Platform,
  platformOf,
  statusOf,
  type Watch,
} from '@parapet/contracts';

/** Agents of one cluster: all of them, and those that are connected. */
export interface ClusterCount {
  readonly name: string;
  readonly total: number;
  readonly connected: number;
}

/** How many agents there are, counted in several ways. */
export interface AgentSummary {
  readonly total: number;
  readonly by_status: Readonly<Record<AgentStatus, number>>;
  readonly by_platform: Readonly<Record<Platform, number>>;
  readonly by_mode: Readonly<Record<AgentMode, number>>;
  /** Those with the most agents first. */
  readonly clusters: readonly ClusterCount[];
}

/** Clusters that a summary names, at most. */
export const MOST_CLUSTERS = 200;

type Clusters = Map<string, { total: number; connected: number }>;

/** An agent without the label `cluster` is in none. */
function countIn(clusters: Clusters, { labels }: Agent, status: AgentStatus): void {
  const { cluster } = labels;
  if (cluster === undefined) return;
  const count = clusters.get(cluster) ?? { total: 0, connected: 0 };
  count.total += 1;
  if (status === 'connected') count.connected += 1;
  clusters.set(cluster, count);
}

const largest = (clusters: Clusters): readonly ClusterCount[] =>
  [...clusters]
    .map(([name, count]) => ({ name, ...count }))
    .sort((a, b) => b.total - a.total || (a.name < b.name ? -1 : 1))
    .slice(0, MOST_CLUSTERS);

/** Counts agents as they are at one moment. */
export function summariseAgents(agents: Iterable<Agent>, watch: Watch): AgentSummary {
  const by_status = { connected: 0, disconnected: 0 };
  const by_platform = { github_actions: 0, kubernetes: 0, vanilla: 0 };
  const by_mode = { detect: 0, enforce: 0 };
  const clusters: Clusters = new Map();
  for (const agent of agents) {
    const status = statusOf(agent, watch);
    by_status[status] += 1;
    by_platform[platformOf(agent.kind)] += 1;
    by_mode[agent.mode] += 1;
    countIn(clusters, agent, status);
  }
  const total = by_status.connected + by_status.disconnected;
  return { total, by_status, by_platform, by_mode, clusters: largest(clusters) };
}
