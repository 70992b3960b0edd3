import { Injectable } from '@nestjs/common';
import { AgentTable, Settings } from '@parapet/chassis';
import { type Agent, type AgentSilence, platformOf } from '@parapet/contracts';
import { type Hearing, hearAgent } from './hear-agent';
import { judgeSilence, type Moment, type SilenceRule } from './judge-silence';
import { silenceRule } from './silence-rule';

/** An agent that fell silent. */
export interface Silent {
  readonly agent: Agent;
  readonly silence: AgentSilence;
}

/** Those that end by design: a job that is over is not silent. */
const endsByDesign = ({ kind }: Agent): boolean => platformOf(kind) === 'github_actions';

/** How all agents have been heard, by the facts in the log, from the first one on. */
@Injectable()
export class Hearings {
  private readonly rule: SilenceRule | null;
  private readonly heard = new Map<string, Hearing>();

  constructor(
    private readonly agents: AgentTable,
    settings: Settings,
  ) {
    this.rule = silenceRule(settings);
    const { rule } = this;
    if (rule) agents.onChange((id, agent) => this.hear(id, agent, rule));
  }

  /** The agents that are silent at this moment, by all that is in the log. @throws Unavailable */
  async silent(at: Moment): Promise<Silent[]> {
    await this.agents.caughtUp();
    const { rule } = this;
    if (!rule) return [];
    return [...this.heard].flatMap(([id, hearing]) => {
      const agent = this.agents.get(id);
      const silence = judgeSilence(hearing, at, rule);
      return agent && silence ? [{ agent, silence }] : [];
    });
  }

  private hear(id: string, agent: Agent | undefined, { afterMs }: SilenceRule): void {
    const hearing = agent && !endsByDesign(agent) && hearAgent(this.heard.get(id), agent, afterMs);
    if (hearing) this.heard.set(id, hearing);
    else this.heard.delete(id);
  }
}
