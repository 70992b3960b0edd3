import { Injectable } from '@nestjs/common';
import { Settings } from '../settings/settings.config';
import { ActivityTable } from './activity-table';
import { hearAgent, type Hearing } from './hear-agent';

/** After which pause an agent is silent: never while it is shown as connected. Milliseconds; null where nobody is to be told. */
export const silentAfterMs = ({ agentSilentAfterMs, agentTimeoutMs }: Settings): number | null =>
  agentSilentAfterMs === null ? null : Math.max(agentSilentAfterMs, agentTimeoutMs);

/**
 * How all agents have been heard, by their sightings: every process knows the same, as far back as there were sightings where it began.
 * Snapshots of the activities keep it, because these do not tell it.
 */
@Injectable()
export class AgentHearings {
  /** A pause that is longer ends a hearing; null where nobody is to be told of silence. */
  readonly pauseMs: number | null;
  private readonly heard = new Map<string, Hearing>();

  constructor(activities: ActivityTable, settings: Settings) {
    const pauseMs = silentAfterMs(settings);
    this.pauseMs = pauseMs;
    if (pauseMs === null) return;
    activities.onChange((id, now, was) => {
      const known = this.heard.get(id);
      this.set(id, now && hearAgent(known, { now, was }, pauseMs));
    });
    activities.keepBeside({
      of: (id) => this.heard.get(id),
      restore: (id, hearing) => this.set(id, hearing),
    });
  }

  /** By the id of each agent. */
  all(): ReadonlyMap<string, Hearing> {
    return this.heard;
  }

  private set(id: string, hearing: Hearing | undefined): void {
    if (hearing) this.heard.set(id, hearing);
    else this.heard.delete(id);
  }
}
