import { Injectable } from '@nestjs/common';
import { AgentHearings, SeenAgents, Settings } from '@parapet/chassis';
import { type Agent, type AgentSilence, platformOf } from '@parapet/contracts';
import { judgeSilence, type SilenceRule } from './judge-silence';
import { silenceRule } from './silence-rule';
import type { Look } from './well-since';

/** An agent that fell silent. */
export interface Silent {
  readonly agent: Agent;
  readonly silence: AgentSilence;
}

/** A job that is over is not silent. */
const endsByDesign = ({ kind }: Agent): boolean => platformOf(kind) === 'github_actions';

/** Who is silent, by how all agents have been heard. */
@Injectable()
export class SilentAgents {
  private readonly rule: SilenceRule | null;

  constructor(
    private readonly agents: SeenAgents,
    private readonly heard: AgentHearings,
    settings: Settings,
  ) {
    this.rule = silenceRule(settings);
  }

  /** The agents that are silent at this look, by all that is in the log. @throws Unavailable */
  async at({ now, wellSince, missed }: Look): Promise<Silent[]> {
    await this.agents.caughtUp();
    const { rule } = this;
    if (!rule) return [];
    return [...this.heard.all()].flatMap(([id, hearing]) => {
      const agent = this.agents.get(id);
      const since = Math.max(wellSince, missed.get(id) ?? 0);
      const silence = judgeSilence(hearing, { now, wellSince: since }, rule);
      return agent && silence && !endsByDesign(agent) ? [{ agent, silence }] : [];
    });
  }
}
