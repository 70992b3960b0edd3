import { Injectable } from '@nestjs/common';
import { AgentTable, Clock } from '@parapet/chassis';
import {
  type Agent,
  type AgentSeen,
  eventId,
  isoTime,
  toAppend,
  Unavailable,
} from '@parapet/contracts';
import { EventLog } from '@parapet/eventlog';
import { AgentCounts } from './agent-counts';
import type { Said } from './note-agent-seen';
import { Unrecorded } from './unrecorded';

/** A sighting to record: its time in milliseconds, and what is news in what the agent said of itself. */
export interface Seen {
  readonly at: number;
  readonly said: Said;
}

/** Appends sightings of agents, each with what was counted of the agent until then. */
@Injectable()
export class AgentSeenLog {
  /** Of which agents a sighting could not be recorded because the log was away, or a part of it. */
  readonly unrecorded = new Unrecorded();

  constructor(
    private readonly log: EventLog,
    private readonly clock: Clock,
    private readonly counts: AgentCounts,
    private readonly agents: AgentTable,
  ) {}

  /** What the facts that have come here say of an agent; undefined when it is gone. */
  known(agentId: string): Agent | undefined {
    return this.agents.get(agentId);
  }

  /** Whether something is counted of the agent that may not be in the log. */
  counting(agentId: string): boolean {
    return this.counts.waiting(agentId);
  }

  /** @throws Unavailable */
  async append(agentId: string, { at, said }: Seen): Promise<void> {
    const count = this.counts.take(agentId);
    const event: AgentSeen = {
      id: eventId(),
      type: 'AgentSeen',
      schema: 1,
      time: isoTime(this.clock.now()),
      actor: agentId,
      cause: null,
      data: { agent_id: agentId, last_seen: isoTime(at), ...said, ...(count && { count }) },
    };
    await this.log.append('agents', [toAppend(agentId, event)]).catch((error: unknown) => {
      if (error instanceof Unavailable) this.unrecorded.failed(agentId);
      throw error;
    });
    this.unrecorded.recorded();
    this.counts.recorded(agentId, count);
  }
}
