import type { AgentDesk } from './agent-desk';
import type { Listener } from './listener';
import type { Change } from './news';
import type { Sources } from './sources';
import type { Teller } from './teller';

/** The clock of the process that told it what it knows may be ahead of this one by so much. */
const CLOCKS_APART_MS = 5_000;
/** Looked up at once. */
const AT_ONCE = 100;

/**
 * Tells a listener what happened to issues between its place and the moment of the call, not faster than its client reads. What happens
 * from then on it hears by itself.
 * @throws Unavailable
 */
export async function tellMissedIssues(listener: Listener, sources: Sources): Promise<void> {
  const issues = sources.issuesSince(listener.place.issues, () => listener.stream.over);
  if (listener.wants('issue')) await tell(listener, sources.issues, await issues());
  listener.goLive('issues');
}

/** The same of agents, and which of them have fallen silent or come back up to a moment, which goes on meanwhile. */
export async function tellMissedAgents(
  listener: Listener,
  sources: Sources,
  moment: () => number,
): Promise<void> {
  const agents = listener.wants('agent') ? sources.agentDesk.since(listener.place.agents) : [];
  if (!agents) return listener.stream.end();
  await tell(listener, sources.agents, agents);
  while (listener.place.at < moment() && !listener.stream.over)
    await tellTurns(listener, sources.agentDesk, moment());
  listener.goLive('agents');
}

async function tellTurns(listener: Listener, desk: AgentDesk, upTo: number): Promise<void> {
  if (listener.wants('agent'))
    await listener.tellInTurn(desk.turnsBetween(listener.place.at, upTo, CLOCKS_APART_MS));
  listener.hasHeard(upTo);
}

async function tell(listener: Listener, teller: Teller, changes: readonly Change[]): Promise<void> {
  for (let i = 0; i < changes.length && !listener.stream.over; i += AT_ONCE) {
    const news = await teller.told(changes.slice(i, i + AT_ONCE), () => listener.stream.over);
    await listener.tellInTurn(news ?? []);
  }
}
