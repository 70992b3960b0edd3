import { connection, issueInFull, newAgent, recordNew, type TestAgent } from './actors';
import type { Client } from './client';
import { eventually } from './eventually';
import { type Issue, type IssueInFull, ISO, type ListedEvent, type Page } from './shapes';

/** Heard for longer than four times the pause that makes a silence, an agent is one that is heard regularly. */
const REGULAR = 4.5;

/** It speaks for so long. */
export async function speak(agent: TestAgent, ms: number): Promise<void> {
  const enough = Date.now() + ms;
  await eventually(async () => {
    await agent.client.post('/v1/agent_heartbeat');
    return Date.now() >= enough;
  }, ms + 10_000);
}

/** The issue that an agent went silent, once it counts so many silences. */
export const silenceOf = (
  admin: Client,
  { id }: TestAgent,
  occurrences: number,
): Promise<IssueInFull> =>
  eventually(async () => {
    const { body } = await admin.get<Page<Issue>>('/v1/issues?limit=100');
    const silent = body.data.filter(({ title }) => title === 'Agent went silent');
    const issues = await Promise.all(silent.map((issue) => issueInFull(admin, issue.id)));
    return issues.find((i) => i.agent_id === id && i.occurrences === occurrences);
  }, 30_000);

/** Makes an agent that is heard regularly and then falls silent: one issue tells of it, with an event that can be read. */
export async function agentGoesSilent(admin: Client, afterMs: number): Promise<TestAgent> {
  const agent = await newAgent(admin);
  await recordNew(agent, { ...connection('silent.example.com'), verdict: 'allowed' });
  await speak(agent, REGULAR * afterMs);
  const issue = await silenceOf(admin, agent, 1);
  expect(issue).toMatchObject({
    ...{ severity: 'high', verdict: 'detected', status: 'open' },
    details: { detection: 'agent_silent' },
    why: { reason: expect.stringMatching(/^nothing was heard of it since 2/) as string },
  });
  const { body } = await admin.get<Page<ListedEvent>>(`/v1/issues/${issue.id}/events`);
  expect(body.data).toHaveLength(1);
  const event = await admin.get<ListedEvent>(`/v1/events/${body.data[0]?.id}`);
  expect([event.status, event.body]).toMatchObject([
    200,
    {
      type: 'agent_silent',
      agent_id: agent.id,
      metadata: { last_seen: expect.stringMatching(ISO) },
    },
  ]);
  return agent;
}
