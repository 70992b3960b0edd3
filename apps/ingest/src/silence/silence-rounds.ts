import { Injectable } from '@nestjs/common';
import { Settings } from '@parapet/chassis';
import { SilentAgents } from './silent-agents';
import type { SilenceRule } from './judge-silence';
import { SilenceLog } from './silence-log';
import { silenceRule } from './silence-rule';
import { WellSince } from './well-since';

/**
 * Finds the agents that fell silent and records one observation of each silence; detection makes an issue of it. Every ingest process
 * does so for all agents, by the facts in the log.
 */
@Injectable()
export class SilenceRounds {
  private readonly rule: SilenceRule | null;

  constructor(
    private readonly agents: SilentAgents,
    private readonly house: WellSince,
    private readonly silences: SilenceLog,
    settings: Settings,
  ) {
    this.rule = silenceRule(settings);
  }

  /** @param stop lets the rest of it be. @throws Unavailable: then it is made again */
  async make(stop?: AbortSignal): Promise<void> {
    if (!this.rule) return;
    const look = await this.house.look(this.rule.afterMs);
    const silent = await this.agents.at(look);
    await this.silences.record(silent, look.now, stop);
  }
}
