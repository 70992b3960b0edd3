import { plain, seconds } from '../plain-text';
import { table } from '../table-text';

/** What a list needs of an agent of the API. */
export interface AgentShown {
  readonly id: string;
  readonly name: string;
  readonly platform: string;
  readonly cluster?: string;
  readonly status: string;
  readonly mode: string;
  readonly version: string;
  readonly last_seen: string;
}

const HEAD = ['ID', 'NAME', 'PLATFORM', 'CLUSTER', 'STATUS', 'MODE', 'VERSION', 'LAST SEEN (UTC)'];

/** The list, for people. */
export function agentList(agents: readonly AgentShown[]): string[] {
  if (agents.length === 0) return ['There are no agents.'];
  const rows = agents.map((agent) => [
    agent.id,
    plain(agent.name),
    agent.platform,
    plain(agent.cluster ?? ''),
    ...[agent.status, agent.mode, plain(agent.version), seconds(agent.last_seen)],
  ]);
  return table(HEAD, rows);
}
