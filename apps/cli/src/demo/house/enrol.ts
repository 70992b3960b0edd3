import { type HouseClient, houseClient } from '../../house/house-client';
import { AGENT_NAMES, type AgentName, type DemoAgent, FLEET } from '../fleet';

/** An agent of the fleet, as the house knows it in this run. */
export interface Enrolled {
  readonly name: AgentName;
  readonly id: string;
  /** By the clock of the house. */
  readonly createdAt: string;
  /** Asks with the agent's own token. */
  readonly client: HouseClient;
}

/** Makes the agents of the fleet anew: those of an earlier run keep what they found. @param run stands in their labels */
export async function enrolFleet(admin: HouseClient, run: string): Promise<Enrolled[]> {
  return Promise.all(AGENT_NAMES.map((name) => enrol(admin, name, run)));
}

async function enrol(admin: HouseClient, name: AgentName, run: string): Promise<Enrolled> {
  const { mode, labels, ...described }: DemoAgent = FLEET[name];
  const made = await admin.read<{ id: string; token: string; created_at: string }>('/v1/agents', {
    method: 'POST',
    json: { ...described, labels: { ...labels, 'demo-run': run } },
  });
  if (mode === 'enforce')
    await admin.ask(`/v1/agents/${made.id}`, { method: 'PATCH', json: { mode } });
  const client = houseClient({ url: admin.url, token: made.token });
  return { name, id: made.id, createdAt: made.created_at, client };
}
