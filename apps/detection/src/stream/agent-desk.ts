import { Injectable } from '@nestjs/common';
import { Clock, Projections, SeenAgents, Settings } from '@parapet/chassis';
import {
  type Activity,
  type Agent,
  isAhead,
  type Position,
  shownAgent,
  statusOf,
  type Watch,
  wasSeen,
} from '@parapet/contracts';
import type { Offsets } from '@parapet/eventlog';
import type { ProjectionProgress } from '@parapet/readmodel';
import type { Desk } from './desk';
import { type Change, Changes, type News, type Turn } from './news';
import type { Place as StreamPlace } from './place';

/** Deletions that are remembered for those who resume. */
const DELETIONS = 10_000;

type Place = Pick<Position, 'partition' | 'offset'>;
/** Hears of a change that is worth telling, and where its fact lies. */
type Hear = (id: string, place: Place) => void;

/**
 * Tells of agents by the tables that every process has: by their facts that they were made, changed or deleted, and by the time, at a
 * look, that they came back or fell silent. That they were seen once more is nothing to tell.
 */
@Injectable()
export class AgentDesk implements Desk {
  readonly topic = 'agents';
  readonly progress: ProjectionProgress;
  private readonly timeoutMs: number;
  /** The last fact of each agent that was worth telling. */
  private readonly changed = new Map<string, Place>();
  private readonly deleted = new Map<string, Place>();
  /** Next offset behind the last deletion that was forgotten, per partition. */
  private readonly forgotten = new Map<number, number>();
  private hear: Hear = () => undefined;
  /**
   * Who came back since the last look, and at which look the others did, the last time; or when they were seen, before the first. In
   * milliseconds since 1970.
   */
  private hasLooked = false;
  private readonly justBack = new Set<string>();
  private readonly back = new Map<string, number>();
  /** Who came back before this moment is not known: a snapshot tells of nobody. */
  private backKnownFrom = 0;
  /** Agents that somebody was told to be silent, by what time it was then, and that have not been told to be back. */
  private readonly toldSilent = new Set<string>();

  constructor(
    private readonly seen: SeenAgents,
    private readonly clock: Clock,
    projections: Projections,
    settings: Settings,
  ) {
    this.progress = projections.of('registry.agents', 'agents');
    this.timeoutMs = settings.agentTimeoutMs;
    seen.agents.onChange((id, now, was, position) => this.note(id, now, was, position));
    seen.activities.onChange((id, now, was) => this.noteSeen(id, now, was));
  }

  onChange(hear: Hear): void {
    this.hear = hear;
  }

  newsOf(changes: readonly Change[]): Promise<readonly News[]> {
    return Promise.resolve(changes.map((change) => this.tell(change)));
  }

  /** It reads no documents: whatever becomes of them, none of its changes is missed. */
  inOneGeneration<T>(work: () => Promise<T>): Promise<T> {
    return work();
  }

  /** Next offset per partition: all that happened before was heard of, where it was worth telling. */
  heard(): Offsets {
    return this.seen.agents.applied();
  }

  /** Whether all that has changed since a place is known, and no more. */
  canTell({ agents, at }: Pick<StreamPlace, 'agents' | 'at'>): boolean {
    const begun = this.seen.agents.begun();
    const isKnown = begun.every((from, p) => (agents[p] ?? 0) >= from) && at >= this.backKnownFrom;
    return isKnown && this.since(agents) !== null;
  }

  /**
   * What has changed since a place; null when not all of it is known any more. Of a place before that at which this process began to
   * read the log: all that there is.
   */
  since(place: Offsets): readonly Change[] | null {
    for (const [partition, next] of this.forgotten) if ((place[partition] ?? 0) < next) return null;
    const changes = new Changes();
    for (const places of [this.changed, this.deleted])
      for (const [id, at] of places)
        if (at.offset >= (place[at.partition] ?? 0)) changes.add(id, at);
    return changes.take();
  }

  /** A look at this moment: whoever came back since the one before did so by now. */
  look(now: number): void {
    this.hasLooked = true;
    for (const id of this.justBack) this.back.set(id, now);
    this.justBack.clear();
  }

  /**
   * Agents that fell silent, or came back, after one moment and up to another, in this order; each is shown when its turn comes.
   * @param clocksApartMs by how much the clock may be ahead of this one by which somebody looked before who came back
   */
  *turnsBetween(from: number, to: number, clocksApartMs = 0): Generator<Turn> {
    const turns = [...this.silent(from, to), ...this.cameBack(from - clocksApartMs, to)].sort(
      (one, other) => one.at - other.at,
    );
    for (const [i, { agent, at }] of turns.entries()) {
      // Whoever is cut off between two that turned at once must not miss the other.
      const until = turns[i + 1]?.at === at ? at - 1 : at;
      yield { until, data: this.shown(agent) };
    }
  }

  private *silent(from: number, to: number): Generator<{ agent: Agent; at: number }> {
    for (const agent of this.seen.values()) {
      const at = this.endOf(agent);
      if (at > from && at <= to && wasSeen(agent)) yield { agent, at };
    }
  }

  /** Of who fell silent again that alone is told. */
  private *cameBack(from: number, to: number): Generator<{ agent: Agent; at: number }> {
    const watch = this.watch();
    for (const [id, at] of this.back) {
      const agent = at > from && at <= to && this.seen.get(id);
      if (agent && statusOf(agent, watch) === 'connected') yield { agent, at };
    }
  }

  private tell({ key, ...change }: Change): News {
    const agent = this.seen.get(key);
    const type = agent ? 'agent.updated' : 'agent.deleted';
    const typesFor: News['typesFor'] = (known) => (change.last >= known ? [type] : []);
    const data = agent ? this.shown(agent) : JSON.stringify({ id: key });
    return { ...change, topic: 'agents', typesFor, data };
  }

  private shown(agent: Agent): string {
    const shown = shownAgent(agent, this.watch());
    if (shown.status === 'disconnected') this.toldSilent.add(agent.id);
    return JSON.stringify(shown);
  }

  private watch(): Watch {
    return { now: this.clock.now(), timeoutMs: this.timeoutMs };
  }

  private note(id: string, now: Agent | undefined, was: Agent | undefined, place: Place): void {
    if (!now) this.noteDeleted(id, place);
    else if (!was || this.isWorthTelling(now, was)) this.changed.set(id, place);
    else return;
    this.toldSilent.delete(id);
    this.hear(id, place);
  }

  private noteDeleted(id: string, place: Place): void {
    this.changed.delete(id);
    this.back.delete(id);
    this.justBack.delete(id);
    this.deleted.set(id, place);
    const [oldest] = this.deleted;
    if (!oldest || this.deleted.size <= DELETIONS) return;
    const [first, { partition, offset }] = oldest;
    this.deleted.delete(first);
    this.forgotten.set(partition, offset + 1);
  }

  private isWorthTelling(now: Agent, was: Agent): boolean {
    return (
      now.mode !== was.mode ||
      now.reported_version !== was.reported_version ||
      now.reported_hostname !== was.reported_hostname
    );
  }

  private noteSeen(id: string, now: Activity | undefined, was: Activity | undefined): void {
    if (!now) return;
    const seenAt = Date.parse(now.last_seen);
    if (!was && now.sightings > 1) return this.noteKnown(seenAt);
    if (!this.isBack(now, was)) return;
    this.toldSilent.delete(id);
    if (this.hasLooked) this.justBack.add(id);
    else this.back.set(id, seenAt);
  }

  /** What came with a snapshot, or was carried on. */
  private noteKnown(seenAt: number): void {
    if (isAhead(seenAt, this.clock.now())) return;
    this.backKnownFrom = Math.max(this.backKnownFrom, seenAt);
  }

  /** It had never been seen, had been silent for too long, or it was told so. */
  private isBack(now: Activity, was: Activity | undefined): boolean {
    const before = was ?? this.seenBefore(now.id);
    if (!before) return true;
    if (now.last_seen === before.last_seen) return false;
    const end = this.endOf(before);
    if (end <= Date.parse(now.last_seen)) return true;
    const at = this.clock.now();
    const wasSilent = end <= at || this.toldSilent.has(now.id);
    return wasSilent && this.endOf(now) > at;
  }

  /** By its own facts, from before there were sightings. */
  private seenBefore(id: string): Agent | undefined {
    const agent = this.seen.agents.get(id);
    return agent && wasSeen(agent) ? agent : undefined;
  }

  /** When it counts as gone unless it is seen again. */
  private endOf(agent: Pick<Agent, 'last_seen'>): number {
    return Date.parse(agent.last_seen) + this.timeoutMs;
  }
}
