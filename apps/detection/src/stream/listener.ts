import type { Clock, UserCaller } from '@parapet/chassis';
import type { EventStream } from './event-stream';
import type { News } from './news';
import { advanced, type Place, placeId, type StreamTopic } from './place';
import type { StreamType } from './stream-types';

/** News that may come while a listener is still told what it missed; more, and it is sent away to resume. */
const MOST_AHEAD = 10_000;
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
  /** What came of a topic while it is still told what it missed of it. */
  private readonly ahead = new Map<StreamTopic, News[]>([
    ['issues', []],
    ['agents', []],
  ]);

  constructor(
    readonly stream: EventStream,
    readonly audience: Audience,
    private readonly clock: Clock,
  ) {
    this.at = audience.place;
    this.saidAt = clock.now();
  }

  /** Up to where its client knows everything. */
  get place(): Place {
    return this.at;
  }

  /** Whether it wants anything of issues, or of agents. */
  wants(noun: 'issue' | 'agent'): boolean {
    return this.audience.types.some((type) => type.startsWith(`${noun}.`));
  }

  /** Hears what happens now in a topic. */
  hear(topic: StreamTopic, news: readonly News[]): void {
    const ahead = this.ahead.get(topic);
    if (!ahead) return this.tell(news);
    ahead.push(...news);
    if (ahead.length > MOST_AHEAD) this.stream.destroy();
  }

  /** Says what is new to it. */
  tell(news: readonly News[]): void {
    for (const item of news) {
      const { topic, partition, last, then } = item;
      const known = this.at[topic][partition] ?? 0;
      const types = last >= known ? item.typesFor(known) : [];
      const type = types.find((one) => this.audience.types.includes(one));
      this.at = { ...this.at, [topic]: advanced(this.at[topic], partition, then) };
      if (type) this.say(type, item.data);
    }
  }

  /** As `tell`, not faster than its client reads; takes each from what waits, to which more may be added meanwhile. */
  async tellInTurn(waiting: News[]): Promise<void> {
    for (let next = waiting.shift(); next && !this.stream.over; next = waiting.shift()) {
      this.tell([next]);
      await this.stream.room();
    }
  }

  /** Says which agents have fallen silent up to a moment. While it is told what it missed it is told so later. */
  silence(agents: readonly string[], at: number): void {
    if (this.ahead.has('agents')) return;
    for (const agent of agents) this.say('agent.updated', agent);
    this.at = { ...this.at, at: Math.max(this.at.at, at) };
  }

  /** It has been told what it missed of a topic: what came meanwhile follows, and from then on what happens. */
  async goLive(topic: StreamTopic): Promise<void> {
    const ahead = this.ahead.get(topic) ?? [];
    // More may come before this goes on.
    while (ahead.length > 0 && !this.stream.over) await this.tellInTurn(ahead);
    this.ahead.delete(topic);
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
}
