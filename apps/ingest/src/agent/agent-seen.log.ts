import { Injectable } from '@nestjs/common';
import { Clock, SeenAgents } from '@parapet/chassis';
import {
  type Agent,
  type AgentCount,
  type AgentSeen,
  type AgentSighted,
  eventId,
  type EventMeta,
  isoTime,
  toAppend,
  Unavailable,
} from '@parapet/contracts';
import { EventLog } from '@parapet/eventlog';
import { AgentCounts } from './agent-counts';
import { isAnything, type Said } from './note-agent-seen';
import { Unrecorded } from './unrecorded';

/** A sighting to record: its time in milliseconds, and what is news in what the agent said of itself. */
export interface Seen {
  readonly at: number;
  readonly said: Said;
}

/** Appends sightings of agents, each with what was counted of the agent until then; and what is news in what they say of themselves. */
@Injectable()
export class AgentSeenLog {
  /** Of which agents a sighting could not be recorded because the log was away, or a part of it. */
  readonly unrecorded = new Unrecorded();

  constructor(
    private readonly log: EventLog,
    private readonly clock: Clock,
    private readonly counts: AgentCounts,
    private readonly agents: SeenAgents,
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
  async append(agentId: string, seen: Seen): Promise<void> {
    const count = this.counts.take(agentId);
    try {
      // What is kept for ever last: it is not said again with each try.
      await this.sighted(agentId, seen, count);
      if (isAnything(seen.said)) await this.said(agentId, seen);
    } catch (error) {
      if (error instanceof Unavailable) this.unrecorded.failed(agentId);
      throw error;
    }
    this.unrecorded.recorded();
    this.counts.recorded(agentId, count);
  }

  /** What an agent is called and what it runs is kept for ever. */
  private async said(agent_id: string, { at, said }: Seen): Promise<void> {
    const data = { agent_id, last_seen: isoTime(at), ...said };
    const event: AgentSeen = { ...this.envelope(agent_id), type: 'AgentSeen', data };
    await this.log.append('agents', [toAppend(agent_id, event)]);
  }

  private async sighted(agent_id: string, { at }: Seen, count?: AgentCount): Promise<void> {
    const data = { agent_id, last_seen: isoTime(at), ...(count && { count }) };
    const event: AgentSighted = { ...this.envelope(agent_id), type: 'AgentSighted', data };
    await this.log.append('sightings', [toAppend(agent_id, event)]);
  }

  private envelope(actor: string): Omit<EventMeta, 'type'> {
    return { id: eventId(), schema: 1, time: isoTime(this.clock.now()), actor, cause: null };
  }
}
