import { Injectable } from '@nestjs/common';
import { type Activity, type Agent, seenAgent } from '@parapet/contracts';
import { ActivityTable } from './activity-table';
import { AgentTable } from './agent-table';

/** An agent as it was seen; the same object while neither changes. */
interface Seen {
  readonly agent: Agent;
  readonly as: Agent;
}

/** All agents with what is known of their activity. */
@Injectable()
export class SeenAgents {
  private readonly seen = new WeakMap<Activity, Seen>();

  constructor(
    readonly agents: AgentTable,
    readonly activities: ActivityTable,
  ) {}

  get(id: string): Agent | undefined {
    const agent = this.agents.get(id);
    return agent && this.known(agent);
  }

  *values(): Generator<Agent> {
    for (const agent of this.agents.values()) yield this.known(agent);
  }

  /** An agent that was read elsewhere, as it was seen. */
  as<A extends Agent>(agent: A): A {
    return seenAgent(agent, this.activities.get(agent.id));
  }

  private known(agent: Agent): Agent {
    const activity = this.activities.get(agent.id);
    if (!activity) return agent;
    const known = this.seen.get(activity);
    if (known?.agent === agent) return known.as;
    const as = seenAgent(agent, activity);
    this.seen.set(activity, { agent, as });
    return as;
  }

  /** Barrier: all that is known of agents and their activity at this moment is known here. @throws Unavailable */
  async caughtUp(): Promise<void> {
    await Promise.all([this.agents.caughtUp(), this.activities.caughtUp()]);
  }
}
