import { Injectable } from '@nestjs/common';
import { AgentHearings, AgentTable, Settings } from '@parapet/chassis';
import type { Agent, AgentSilence } from '@parapet/contracts';
import { judgeSilence, type Moment, type SilenceRule } from './judge-silence';
import { silenceRule } from './silence-rule';

/** An agent that fell silent. */
export interface Silent {
  readonly agent: Agent;
  readonly silence: AgentSilence;
}

/** Who is silent, by how all agents have been heard. */
@Injectable()
export class Hearings {
  private readonly rule: SilenceRule | null;

  constructor(
    private readonly agents: AgentTable,
    private readonly heard: AgentHearings,
    settings: Settings,
  ) {
    this.rule = silenceRule(settings);
  }

  /** The agents that are silent at this moment, by all that is in the log. @throws Unavailable */
  async silent(at: Moment): Promise<Silent[]> {
    await this.agents.caughtUp();
    const { rule } = this;
    if (!rule) return [];
    return [...this.heard.all()].flatMap(([id, hearing]) => {
      const agent = this.agents.get(id);
      const silence = judgeSilence(hearing, at, rule);
      return agent && silence ? [{ agent, silence }] : [];
    });
  }
}
