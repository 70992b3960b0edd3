import { connection, newAgent, recordNew } from './actors';
import type { Client } from './client';
import { eventually } from './eventually';
import type { Agent, Page } from './shapes';

/** Makes an agent that speaks, falls silent and speaks again; its status must follow. AGENT_TIMEOUT must be short. */
export async function agentFallsSilent(admin: Client): Promise<void> {
  const agent = await newAgent(admin);
  const listed = async (status: string): Promise<boolean> => {
    const { body } = await admin.get<Page<Agent>>(`/v1/agents?status=${status}`);
    return body.data.some((a) => a.id === agent.id && a.status === status);
  };
  await recordNew(agent, connection('spoken.example.com'));
  await eventually(() => listed('connected'));
  await eventually(() => listed('disconnected'));
  await agent.client.post('/v1/agent_heartbeat');
  await eventually(() => listed('connected'));
}
