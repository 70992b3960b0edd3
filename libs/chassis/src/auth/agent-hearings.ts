import { Injectable } from '@nestjs/common';
import { type Agent, platformOf } from '@parapet/contracts';
import { Settings } from '../settings/settings.config';
import { AgentTable } from './agent-table';
import { hearAgent, type Hearing } from './hear-agent';

/** Those that end by design: a job that is over is not silent. */
const endsByDesign = ({ kind }: Agent): boolean => platformOf(kind) === 'github_actions';

/** After which pause an agent is silent: never while it is shown as connected. Milliseconds; null where nobody is to be told. */
export const silentAfterMs = ({ agentSilentAfterMs, agentTimeoutMs }: Settings): number | null =>
  agentSilentAfterMs === null ? null : Math.max(agentSilentAfterMs, agentTimeoutMs);

/**
 * How all agents have been heard, by the facts in the log, from the first one on: every process knows the same. Snapshots of the agents
 * keep it, because their states do not tell it.
 */
@Injectable()
export class AgentHearings {
  /** A pause that is longer ends a hearing; null where nobody is to be told of silence. */
  readonly pauseMs: number | null;
  private readonly heard = new Map<string, Hearing>();

  constructor(agents: AgentTable, settings: Settings) {
    const pauseMs = silentAfterMs(settings);
    this.pauseMs = pauseMs;
    if (pauseMs === null) return;
    agents.onChange((id, agent) => this.hear(id, agent, pauseMs));
    agents.keepBeside({
      of: (id) => this.heard.get(id),
      restore: (id, hearing) => this.set(id, hearing),
    });
  }

  /** By the id of each agent. */
  all(): ReadonlyMap<string, Hearing> {
    return this.heard;
  }

  private hear(id: string, agent: Agent | undefined, pauseMs: number): void {
    const hears = agent && !endsByDesign(agent);
    this.set(id, hears ? hearAgent(this.heard.get(id), agent, pauseMs) : undefined);
  }

  private set(id: string, hearing: Hearing | undefined): void {
    if (hearing) this.heard.set(id, hearing);
    else this.heard.delete(id);
  }
}
