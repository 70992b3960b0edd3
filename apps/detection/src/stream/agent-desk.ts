import { Injectable } from '@nestjs/common';
import { AgentTable, Clock, Projections, Settings } from '@parapet/chassis';
import {
  type Agent,
  type Position,
  shownAgent,
  statusOf,
  type Watch,
  wasSeen,
} from '@parapet/contracts';
import type { Offsets } from '@parapet/eventlog';
import type { ProjectionProgress } from '@parapet/readmodel';
import type { Desk } from './desk';
import { type Change, Changes, type News, type Silence } from './news';

/** Deletions that are remembered for those who resume. */
const DELETIONS = 10_000;

type Place = Pick<Position, 'partition' | 'offset'>;
/** Hears of a change that is worth telling, and where its fact lies. */
type Hear = (id: string, place: Place) => void;

/**
 * Tells of agents by the table that every process has: that they were made, changed, deleted, came back or fell silent. That they were
 * seen once more is nothing to tell.
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
  /** Agents that somebody was told to be silent, by what time it was then, and that have not been told to be back. */
  private readonly toldSilent = new Set<string>();

  constructor(
    private readonly agents: AgentTable,
    private readonly clock: Clock,
    projections: Projections,
    settings: Settings,
  ) {
    this.progress = projections.of('registry.agents', 'agents');
    this.timeoutMs = settings.agentTimeoutMs;
    agents.onChange((id, now, was, position) => this.note(id, now, was, position));
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
    return this.agents.applied();
  }

  /** Whether all that has changed since a place is known, and no more. */
  canTell(place: Offsets): boolean {
    const begun = this.agents.begun();
    return this.since(place) !== null && begun.every((from, p) => (place[p] ?? 0) >= from);
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

  /** Agents that fell silent after one moment, and up to another, in this order; each is shown when its turn comes. */
  *silentBetween(from: number, to: number): Generator<Silence> {
    const silent = [...this.agents.values()]
      .filter((agent) => this.isSilentBetween(agent, from, to))
      .map((agent) => ({ agent, end: this.endOf(agent) }))
      .sort((one, other) => one.end - other.end);
    for (const [i, { agent, end }] of silent.entries()) {
      // Whoever is cut off between two that fell silent at once must not miss the other.
      const until = silent[i + 1]?.end === end ? end - 1 : end;
      yield { until, data: this.shown(agent) };
    }
  }

  private isSilentBetween(agent: Agent, from: number, to: number): boolean {
    const end = this.endOf(agent);
    return end > from && end <= to && wasSeen(agent);
  }

  private tell({ key, ...change }: Change): News {
    const agent = this.agents.get(key);
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
      now.reported_hostname !== was.reported_hostname ||
      this.cameBack(now, was)
    );
  }

  /** It had been silent for too long, or it was told so. */
  private cameBack(now: Agent, was: Agent): boolean {
    if (now.last_seen === was.last_seen) return false;
    const end = this.endOf(was);
    if (!wasSeen(was) || end <= Date.parse(now.last_seen)) return true;
    const watch = this.watch();
    const wasSilent = end <= watch.now || this.toldSilent.has(now.id);
    return wasSilent && statusOf(now, watch) === 'connected';
  }

  /** When it counts as gone unless it is seen again. */
  private endOf(agent: Agent): number {
    return Date.parse(agent.last_seen) + this.timeoutMs;
  }
}
