import { Injectable } from '@nestjs/common';
import { Clock, SeenAgents, Settings } from '@parapet/chassis';
import { type Agent, type AgentStatus, shownAgent, statusOf, type Watch } from '@parapet/contracts';
import { type AgentInFullView, renderInFull } from './agent-in-full.http';
import type { AgentView } from './agent.http';
import { type AgentSummary, summariseAgents } from './summarise-agents';

/** How agents are shown: as they were seen by now, which their documents do not tell. */
@Injectable()
export class AgentViews {
  constructor(
    private readonly seen: SeenAgents,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  /** For as many agents as are shown together: they are looked at in one moment. */
  now(): ShownNow {
    const watch = { now: this.clock.now(), timeoutMs: this.settings.agentTimeoutMs };
    return new ShownNow(this.seen, watch);
  }
}

/** Agents at one moment. */
export class ShownNow {
  constructor(
    private readonly seen: SeenAgents,
    private readonly watch: Watch,
  ) {}

  status(agent: Agent): AgentStatus {
    return statusOf(this.seen.as(agent), this.watch);
  }

  shown(agent: Agent): AgentView {
    return shownAgent(this.seen.as(agent), this.watch);
  }

  summary(): AgentSummary {
    return summariseAgents(this.seen.values(), this.watch);
  }

  inFull(agent: Agent): AgentInFullView {
    return renderInFull(this.seen.as(agent), this.watch);
  }
}
