import type { Listener } from './listener';
import type { Change } from './news';
import type { Sources } from './sources';
import type { Teller } from './teller';

/** Told at once; then the client is waited for. */
const AT_ONCE = 100;

/**
 * Tells a listener what happened between its place and the moment of the call, not faster than its client reads. What happens from then
 * on it hears by itself.
 * @throws Unavailable
 */
export async function tellMissed(listener: Listener, sources: Sources): Promise<void> {
  const { place, stream } = listener;
  const issues = sources.issuesSince(place.issues);
  if (listener.wants('issue')) await tell(listener, sources.issues, await issues());
  if (!listener.wants('agent')) return;
  const agents = sources.agentDesk.since(place.agents);
  if (agents) await tell(listener, sources.agents, agents);
  else stream.end();
}

async function tell(listener: Listener, teller: Teller, changes: readonly Change[]): Promise<void> {
  for (let i = 0; i < changes.length && !listener.stream.over; i += AT_ONCE) {
    const news = await teller.told(changes.slice(i, i + AT_ONCE));
    if (news) listener.tell(news);
    await listener.stream.room();
  }
}
