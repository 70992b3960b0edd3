import { Injectable, Logger } from '@nestjs/common';
import { Background, type BackgroundWork, Clock, Settings } from '@parapet/chassis';
import { type Agent, isAhead, isKnownLoss, LONGEST_TIMER_MS, type Loss } from '@parapet/contracts';
import { AgentSeenLog, type Seen } from './agent-seen.log';
import {
  dueAt,
  hasNews,
  isPending,
  noteAgentSeen,
  overtakenBy,
  recordedOf,
  type Said,
  type Sight,
  sightOf,
  unrecordedOf,
} from './note-agent-seen';

/** How many facts wait for the log together when the process stops: it refuses what comes on top of 20,000. */
const AT_ONCE = 10_000;

/** When an agent is looked at next. */
interface Alarm {
  readonly at: number;
  readonly timer: NodeJS.Timeout;
}

/**
 * Records when agents were last seen, what they said of themselves, and what was counted of them: at once when the last fact is older than a
 * quarter of AGENT_TIMEOUT or does not say so, else when it is due. So `last_seen` is never staler than that, and neither a busy agent
 * nor two that share a token flood the log.
 */
@Injectable()
export class AgentSeenRecorder implements BackgroundWork {
  readonly name = 'ingest.agent-seen';
  private readonly logger = new Logger(this.name);
  private readonly periodMs: number;
  private readonly sights = new Map<string, Sight>();
  private readonly recorded = new WeakMap<Agent, Sight>();
  private readonly alarms = new Map<string, Alarm>();
  private readonly writing = new Set<Promise<void>>();
  /** Of which a fact could not be recorded. */
  private readonly failing = new Set<string>();
  private isStopping = false;

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

  /** What was said and counted is recorded before it is due: nobody else knows it. */
  async stop(): Promise<void> {
    this.isStopping = true;
    for (const { timer } of this.alarms.values()) clearTimeout(timer);
    this.alarms.clear();
    await this.recordWhere((agentId, sight) => this.log.counting(agentId) || hasNews(sight));
    // What was counted behind a count that was unsure.
    await this.recordWhere((agentId) => this.log.counting(agentId) && !this.failing.has(agentId));
  }

  private async recordWhere(waits: (agentId: string, sight: Sight) => boolean): Promise<void> {
    const now = this.clock.now();
    for (const [agentId, sight] of [...this.sights]) {
      if (!waits(agentId, sight)) continue;
      this.recordLater(agentId, this.newestOf(agentId, sight, now));
      if (this.writing.size >= AT_ONCE) await Promise.allSettled(this.writing);
    }
    await Promise.allSettled(this.writing);
  }

  /** An agent was seen by what it sent. Never fails: what cannot be recorded is tried again, seconds later. */
  saw(agent: Agent): void {
    const at = this.clock.now();
    this.note(agent.id, this.newest(this.seen(agent), at), { at, said: {} })?.catch(
      () => undefined,
    );
  }

  /** An agent spoke of itself. Resolves when that is recorded, if it is due. @throws Unavailable */
  async heard(agent: Agent, said: Said): Promise<void> {
    const at = this.clock.now();
    // It is told when it cannot be recorded, each time.
    const known = { ...this.newest(this.seen(agent), at), rest: undefined };
    await this.note(agent.id, known, { at, said });
  }

  /** Whether the facts say that a sensor of the agent told of this loss before. */
  knowsLoss({ id }: Agent, loss: Loss): boolean {
    return isKnownLoss(this.log.known(id)?.losses, loss);
  }

  /** Answers nothing when nothing is recorded now. */
  private note(agentId: string, known: Sight, seen: Seen): Promise<void> | undefined {
    const { sight, fact } = noteAgentSeen(known, seen, this.periodMs);
    this.sights.set(agentId, sight);
    this.wakeAt(agentId, dueAt(sight, this.periodMs), seen.at);
    return fact ? this.record(agentId, { at: sight.seenAt, said: fact }, known) : undefined;
  }

  /** With its sightings, of which its token does not tell. */
  private seen(agent: Agent): Agent {
    return this.log.known(agent.id) ?? agent;
  }

  /** Another replica may have recorded it since; or its clock was far ahead of this one, and says nothing here. */
  private newest(agent: Agent, now: number): Sight {
    const recorded = this.recordedOf(agent);
    const known = this.sights.get(agent.id) ?? recorded;
    if (isAhead(recorded.recordedAt, now)) return known;
    return recorded.recordedAt > known.recordedAt ? overtakenBy(recorded, known) : known;
  }

  /** What the facts say, read once per state of the agent: it is asked for with every observation. */
  private recordedOf(agent: Agent): Sight {
    const known = this.recorded.get(agent);
    if (known) return known;
    const sight = sightOf(agent);
    this.recorded.set(agent, sight);
    return sight;
  }

  private wakeAt(agentId: string, at: number, now: number): void {
    const alarm = this.alarms.get(agentId);
    if (alarm && alarm.at <= at) return;
    clearTimeout(alarm?.timer);
    const wake = (): void => {
      this.alarms.delete(agentId);
      this.flush(agentId);
    };
    // What is due later than that is looked at in between.
    const wait = Math.min(Math.max(at - now, 1), LONGEST_TIMER_MS);
    this.alarms.set(agentId, { at, timer: setTimeout(wake, wait).unref() });
  }

  /** Records what waited, when it is due; forgets an agent of which there is nothing to tell. */
  private flush(agentId: string): void {
    const sight = this.sights.get(agentId);
    if (!sight) return;
    const now = this.clock.now();
    const due = dueAt(sight, this.periodMs);
    const setBack = isAhead(sight.recordedAt, now);
    if (now < due && !setBack) return this.wakeAt(agentId, due, now);
    if (!isPending(sight) && !this.log.counting(agentId)) {
      this.sights.delete(agentId);
      this.failing.delete(agentId);
      return;
    }
    const newest = this.newestOf(agentId, sight, now);
    const before = setBack ? { ...newest, seenAt: now } : newest;
    this.sights.set(agentId, recordedOf(before, now));
    this.wakeAt(agentId, now + this.periodMs, now);
    this.recordLater(agentId, before);
  }

  /** A fact with an earlier time than others have recorded meanwhile would be void, with all that it says. */
  private newestOf(agentId: string, sight: Sight, now: number): Sight {
    const agent = this.log.known(agentId);
    return agent ? this.newest(agent, now) : sight;
  }

  private recordLater(agentId: string, sight: Sight): void {
    const { seenAt: at, news: said } = sight;
    this.record(agentId, { at, said }, sight).catch(() => undefined);
  }

  /** What could not be recorded waits again. */
  private async record(agentId: string, seen: Seen, before: Sight): Promise<void> {
    const append = this.log.append(agentId, seen);
    this.writing.add(append);
    try {
      await append;
      this.failing.delete(agentId);
    } catch (error) {
      this.restAfter(agentId, before);
      this.warn(agentId, error);
      throw error;
    } finally {
      this.writing.delete(append);
    }
  }

  private restAfter(agentId: string, before: Sight): void {
    const now = this.clock.now();
    const sight = unrecordedOf(before, this.sights.get(agentId) ?? before, now);
    this.sights.set(agentId, sight);
    if (!this.isStopping) this.wakeAt(agentId, dueAt(sight, this.periodMs), now);
  }

  /** Says once that it cannot be recorded that agents were seen, until it can be of all of them. */
  private warn(agentId: string, error: unknown): void {
    if (this.failing.size === 0)
      this.logger.warn({ err: error, agent_id: agentId, msg: 'sightings cannot be recorded' });
    this.failing.add(agentId);
  }
}
