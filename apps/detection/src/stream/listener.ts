import type { Clock, UserCaller } from '@parapet/chassis';
import { Backlog } from './backlog';
import type { EventStream } from './event-stream';
import type { News, Turn } from './news';
import { advanced, furthest, type Place, placeId, type StreamTopic } from './place';
import { type StreamType, wants } from './stream-types';

const BEAT_MS = 15_000;

/** Who listens, and from where on. */
export interface Audience {
  readonly caller: UserCaller;
  readonly types: readonly StreamType[];
  readonly place: Place;
}

/** One open stream: knows what its client has been told. */
export class Listener {
  private at: Place;
  private saidAt: number;
  /** What came of a topic while it was still told what it missed of it, and what comes faster than its client reads. */
  private readonly backlogs: Readonly<Record<StreamTopic, Backlog<News | Turn>>>;

  constructor(
    readonly stream: EventStream,
    readonly audience: Audience,
    private readonly clock: Clock,
  ) {
    this.at = audience.place;
    this.saidAt = clock.now();
    const backlog = () => new Backlog<News | Turn>(stream, (item) => this.tell(item));
    this.backlogs = { issues: backlog(), agents: backlog() };
  }

  /** Up to where its client knows everything. */
  get place(): Place {
    return this.at;
  }

  /** Whether it wants anything of issues, or of agents. */
  wants(noun: 'issue' | 'agent'): boolean {
    return wants(this.audience.types, noun);
  }

  /** Hears what happens now in a topic. */
  hear(topic: StreamTopic, news: readonly News[]): void {
    this.backlogs[topic].add(news);
  }

  /** Hears which agents have fallen silent or come back. While it is told what it missed it is told so later. */
  hearTurns(turns: readonly Turn[]): void {
    const { agents } = this.backlogs;
    if (agents.isLive) agents.add(turns);
  }

  /** Hears that there is no more to tell of agents below these offsets, and up to this moment, than what it has heard already. */
  hearNothing({ agents, at }: Pick<Place, 'agents' | 'at'>): void {
    if (!this.backlogs.agents.isDone) return;
    this.at = { ...this.at, agents: furthest(this.at.agents, agents) };
    this.hasHeard(at);
  }

  /** Says what is new to it, not faster than its client reads. */
  async tellInTurn(items: Iterable<News | Turn>): Promise<void> {
    for (const item of items) {
      if (this.stream.over) return;
      this.tell(item);
      await this.stream.room();
    }
  }

  /** It knows who has fallen silent or come back up to a moment. */
  hasHeard(upTo: number): void {
    this.at = { ...this.at, at: Math.max(this.at.at, upTo) };
  }

  /** It has been told what it missed of a topic: what came meanwhile follows, and from then on what happens. */
  goLive(topic: StreamTopic): void {
    this.backlogs[topic].begin();
  }

  /** Says that it is there, after a while in which there was nothing to tell, and when the clock was set back. */
  beat(): void {
    const now = this.clock.now();
    if (now >= this.saidAt && now - this.saidAt < BEAT_MS) return;
    this.saidAt = now;
    this.stream.beat(placeId(this.at));
  }

  /** Says what it wants to hear, and what everybody is told. */
  say(type: StreamType | 'ready' | 'reset', data: string): void {
    if (type !== 'ready' && type !== 'reset' && !this.audience.types.includes(type)) return;
    this.saidAt = this.clock.now();
    this.stream.say(type, placeId(this.at), data);
  }

  private tell(item: News | Turn): void {
    if ('until' in item) return this.tellTurn(item);
    const { topic, partition, last, then } = item;
    const known = this.at[topic][partition] ?? 0;
    const types = last >= known ? item.typesFor(known) : [];
    const type = types.find((one) => this.audience.types.includes(one));
    this.at = { ...this.at, [topic]: advanced(this.at[topic], partition, then) };
    if (type) this.say(type, item.data);
  }

  private tellTurn({ until, data }: Turn): void {
    this.hasHeard(until);
    this.say('agent.updated', data);
  }
}
