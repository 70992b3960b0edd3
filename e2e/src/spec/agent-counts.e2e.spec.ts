import { connection, newAgent, record, type TestAgent, unique } from '../house/actors';
import { eventually } from '../house/eventually';
import { type House, openHouse } from '../house/house';
import { type AgentInFull, ISO } from '../house/shapes';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});

/** Reads an agent once it is so. The first news of it are recorded at once, and what its process counted goes with them. */
async function counted(
  { id, client }: TestAgent,
  isSo: (agent: AgentInFull) => boolean,
): Promise<AgentInFull> {
  let seen: AgentInFull | undefined;
  await eventually(async () => {
    await client.post('/v1/agent_heartbeat', { version: unique('v') });
    seen = (await house.admin.get<AgentInFull>(`/v1/agents/${id}`)).body;
    return isSo(seen);
  });
  if (!seen) throw new Error('it was never read');
  return seen;
}

const total = ({ accepted, duplicate, rejected }: AgentInFull['events']): number =>
  [accepted, duplicate, ...Object.values(rejected)].reduce((sum, count) => sum + count, 0);

describe('what an agent sent', () => {
  // proves: api-agent-events
  test('is counted: new, known, and not kept by reason', async () => {
    const agent = await newAgent(house.admin);
    const known = connection('counted.example.com');
    expect((await record(agent, known)).status).toBe(201);
    expect((await record(agent, known)).status).toBe(202);
    expect((await record(agent, connection('counted.example.com'))).status).toBe(201);
    expect((await record(agent, { kind: 'nothing more' })).status).toBe(400);
    expect((await record(agent, { kind: 'x'.repeat(80_000) })).status).toBe(413);
    expect((await agent.client.post('/v1/integrations/falco', { hello: 'world' })).status).toBe(
      200,
    );
    const { events } = await counted(agent, (now) => total(now.events) >= 6);
    expect(events).toEqual({
      ...{ accepted: 2, duplicate: 1, lost: 0 },
      rejected: { bad_request: 1, payload_too_large: 1, no_observation: 1 },
    });
  });

  // proves: api-agent-sensors
  test('a report of a sensor on its own health is shown with the agent', async () => {
    const agent = await newAgent(house.admin);
    const report = { rule: 'Falco internal: syscall event drop', output: 'Drop!' };
    await agent.client.post('/v1/integrations/falco', { source: 'internal', ...report });
    const { sensors } = await counted(agent, (now) => now.sensors.length > 0);
    expect(sensors).toEqual([
      {
        ...{ sensor: 'falco', event: report.rule, message: report.output },
        reported_at: expect.stringMatching(ISO) as string,
        lost: expect.any(Number) as number,
      },
    ]);
  });
});
