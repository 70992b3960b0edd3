import { Injectable, Logger } from '@nestjs/common';
import { Background, type BackgroundWork, Clock, Settings } from '@parapet/chassis';
import { type Agent, LONGEST_TIMER_MS } from '@parapet/contracts';
import { AgentSeenLog, type Seen } from './agent-seen.log';
import {
  isAhead,
  isPending,
  noteAgentSeen,
  type Said,
  type Sight,
  sightOf,
} from './note-agent-seen';

/**
 * Records when agents were last seen, and what was counted of them: at once when the last fact is older than a quarter of AGENT_TIMEOUT, else when it
 * becomes that old. So `last_seen` is never staler than that, and a busy agent does not flood the log.
 */
@Injectable()
export class AgentSeenRecorder implements BackgroundWork {
  readonly name = 'ingest.agent-seen';
  private readonly logger = new Logger(this.name);
  private readonly periodMs: number;
  private readonly sights = new Map<string, Sight>();
  private readonly recorded = new WeakMap<Agent, Sight>();
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private readonly writing = new Set<Promise<void>>();

  constructor(
    private readonly log: AgentSeenLog,
    private readonly clock: Clock,
    settings: Settings,
    background: Background,
  ) {
    this.periodMs = Math.floor(settings.agentTimeoutMs / 4);
    background.add(this);
  }

  async start(): Promise<void> {}

  /** What was counted is recorded before it is due: nobody else knows it. */
  async stop(): Promise<void> {
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
    for (const [agentId, sight] of this.sights)
      if (this.log.counting(agentId)) this.recordLater(agentId, sight);
    await Promise.allSettled(this.writing);
  }

  /** An agent was seen by what it sent. Never fails: what cannot be recorded is tried again after a period. */
  saw(agent: Agent): void {
    this.note(agent, {})?.catch((error: unknown) => this.warn(agent.id, error));
  }

  /** An agent spoke of itself. Resolves when that is recorded, if it had to be. @throws Unavailable */
  async heard(agent: Agent, said: Said): Promise<void> {
    await this.note(agent, said);
  }

  /** Answers nothing when nothing is recorded now. */
  private note(agent: Agent, said: Said): Promise<void> | undefined {
    const at = this.clock.now();
    const known = this.newest(agent, at);
    const { sight, fact } = noteAgentSeen(known, { at, said }, this.periodMs);
    this.sights.set(agent.id, sight);
    this.wakeLater(agent.id, sight.recordedAt + this.periodMs - at);
    return fact ? this.record(agent.id, { at: sight.seenAt, said: fact }, known) : undefined;
  }

  /** Another replica may have recorded it since; or its clock is ahead of this one, and says nothing here. */
  private newest(agent: Agent, now: number): Sight {
    const recorded = this.recordedOf(agent);
    const known = this.sights.get(agent.id) ?? recorded;
    if (isAhead(recorded.recordedAt, now, this.periodMs)) return known;
    return recorded.recordedAt > known.recordedAt
      ? { ...recorded, seenAt: Math.max(recorded.seenAt, known.seenAt) }
      : known;
  }

  /** What the facts say, read once per state of the agent: it is asked for with every observation. */
  private recordedOf(agent: Agent): Sight {
    const known = this.recorded.get(agent);
    if (known) return known;
    const sight = sightOf(agent);
    this.recorded.set(agent, sight);
    return sight;
  }

  private wakeLater(agentId: string, afterMs: number): void {
    if (this.timers.has(agentId)) return;
    const wake = (): void => {
      this.timers.delete(agentId);
      this.flush(agentId);
    };
    // What is due later than that is looked at in between.
    const wait = Math.min(Math.max(afterMs, 1), LONGEST_TIMER_MS);
    this.timers.set(agentId, setTimeout(wake, wait).unref());
  }

  /** Records what waited, when it is due; forgets an agent of which there is nothing to tell. */
  private flush(agentId: string): void {
    const sight = this.sights.get(agentId);
    if (!sight) return;
    const now = this.clock.now();
    const dueIn = sight.recordedAt + this.periodMs - now;
    const setBack = isAhead(sight.recordedAt, now, this.periodMs);
    if (dueIn > 0 && !setBack) return this.wakeLater(agentId, dueIn);
    if (!isPending(sight) && !this.log.counting(agentId)) {
      this.sights.delete(agentId);
      return;
    }
    const seenAt = setBack ? now : sight.seenAt;
    this.sights.set(agentId, { ...sight, seenAt, recordedAt: now });
    this.wakeLater(agentId, this.periodMs);
    this.recordLater(agentId, { ...sight, seenAt });
  }

  private recordLater(agentId: string, sight: Sight): void {
    this.record(agentId, { at: sight.seenAt, said: {} }, sight).catch((error: unknown) =>
      this.warn(agentId, error),
    );
  }

  /** What could not be recorded is as if it had not been said, so that it is said again. */
  private async record(agentId: string, seen: Seen, before: Sight): Promise<void> {
    const append = this.log.append(agentId, seen);
    this.writing.add(append);
    try {
      await append;
    } catch (error) {
      const now = this.sights.get(agentId);
      this.sights.set(agentId, { ...before, seenAt: now?.seenAt ?? seen.at });
      throw error;
    } finally {
      this.writing.delete(append);
    }
  }

  private warn(agentId: string, error: unknown): void {
    this.logger.warn({ err: error, agent_id: agentId, msg: 'its sighting could not be recorded' });
  }
}
