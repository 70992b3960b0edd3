import { connection, issueInFull, newAgent, recordNew, type TestAgent } from './actors';
import type { Client } from './client';
import { eventually } from './eventually';
import { type Issue, type IssueInFull, ISO, type ListedEvent, type Page } from './shapes';

/** Heard for longer than four times the pause that makes a silence, an agent is one that is heard regularly. */
const REGULAR = 4.5;

async function speak(agent: TestAgent, ms: number): Promise<void> {
  const enough = Date.now() + ms;
  await eventually(async () => {
    await agent.client.post('/v1/agent_heartbeat');
    return Date.now() >= enough;
  }, ms + 10_000);
}

/** The issue that an agent went silent, once it counts so many silences. */
const silenceOf = (admin: Client, { id }: TestAgent, occurrences: number): Promise<IssueInFull> =>
  eventually(async () => {
    const { body } = await admin.get<Page<Issue>>('/v1/issues?limit=100');
    const silent = body.data.filter(({ title }) => title === 'Agent went silent');
    const issues = await Promise.all(silent.map((issue) => issueInFull(admin, issue.id)));
    return issues.find((i) => i.agent_id === id && i.occurrences === occurrences);
  }, 15_000);

/**
 * An agent is heard regularly, and then falls silent; answers the issue that tells of it.
 * @param silences how many it is to count then. @param afterMs AGENT_SILENT_AFTER
 */
export async function fallSilent(
  admin: Client,
  agent: TestAgent,
  { silences, afterMs }: { readonly silences: number; readonly afterMs: number },
): Promise<IssueInFull> {
  // On a machine that stands still for so long it makes a pause before its time: then it speaks again.
  for (let tries = 2; ; tries -= 1) {
    await speak(agent, REGULAR * afterMs);
    try {
      return await silenceOf(admin, agent, silences);
    } catch (error) {
      if (tries === 0) throw error;
    }
  }
}

/** Makes an agent that is heard regularly and then falls silent: one issue tells of it, with an event that can be read. */
export async function agentGoesSilent(admin: Client, afterMs: number): Promise<TestAgent> {
  const agent = await newAgent(admin);
  await recordNew(agent, { ...connection('silent.example.com'), verdict: 'allowed' });
  const issue = await fallSilent(admin, agent, { silences: 1, afterMs });
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
