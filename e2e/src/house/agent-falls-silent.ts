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
  // Said again until it is seen: where the machine stands still for so long it is silent again before anybody looks.
  await eventually(async () => {
    await recordNew(agent, connection('spoken.example.com'));
    return listed('connected');
  });
  await eventually(() => listed('disconnected'));
  await eventually(async () => {
    await agent.client.post('/v1/agent_heartbeat');
    return listed('connected');
  });
}
