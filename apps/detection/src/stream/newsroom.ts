import { randomInt } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import {
  Authenticator,
  Background,
  type BackgroundWork,
  Clock,
  Seats,
  type UserCaller,
} from '@parapet/chassis';
import { everyInStep } from '@parapet/contracts';
import { EventStream } from './event-stream';
import { Listener } from './listener';
import { tellMissedAgents, tellMissedIssues } from './missed';
import { isBeyond, type Place, placeOf } from './place';
import { Sources } from './sources';
import { type StreamType, wants } from './stream-types';

const SEATS = { what: 'streams', all: 256, ofOne: 16 } as const;
const LOOK_EVERY_MS = 1_000;
/** How long clients wait before they connect again: at least so long, and each by so much longer that not all come at once. */
const RETRY_MS = { least: 1_000, spread: 2_000 } as const;

/** The clock of the replica that a client comes from may be ahead by so much. */
const CLOCKS_MS = 1_000;

const FORGOTTEN = JSON.stringify({
  reason: 'What came after Last-Event-ID cannot be told any more: read the lists again',
});

/** What a client asked for. */
export interface Asked {
  readonly caller: UserCaller;
  readonly types: readonly StreamType[];
  /** The last message that it got, as it says. */
  readonly lastId: string | undefined;
}

const isWhole = (place: Partial<Place>): place is Place =>
  place.issues !== undefined && place.agents !== undefined;

/** Everybody who listens to what happens to issues and agents. */
@Injectable()
export class Newsroom implements BackgroundWork {
  readonly name = 'live stream';
  private readonly logger = new Logger('stream');
  private readonly listeners = new Set<Listener>();
  private readonly seats = new Seats(SEATS);
  /** Who fell silent or came back was told up to here; milliseconds since 1970. A clock that went ahead and is set back takes it along. */
  private at: number;
  private stopLooking: (() => void) | undefined;

  constructor(
    private readonly sources: Sources,
    private readonly authenticator: Authenticator,
    private readonly clock: Clock,
    background: Background,
  ) {
    this.at = clock.now();
    authenticator.onChange(() => this.sendAway());
    background.add(this);
  }

  async start(): Promise<void> {
    await this.sources.start({
      isThere: () => this.listeners.size > 0,
      hear: (topic, news) => this.listeners.forEach((listener) => listener.hear(topic, news)),
      sendAway: () => this.endAll(),
    });
    this.stopLooking = everyInStep(LOOK_EVERY_MS, () => this.look());
  }

  async stop(): Promise<void> {
    this.stopLooking?.();
    this.endAll();
    await this.sources.stop();
  }

  /**
   * Opens a stream.
   * @throws Problem when there are too many already; Unavailable when the log or the documents are away
   */
  async open(asked: Asked): Promise<EventStream> {
    const give = this.seats.take(asked.caller.tokenId);
    const stream = new EventStream();
    stream.once('close', give);
    try {
      await this.seat(stream, asked);
      return stream;
    } catch (error) {
      stream.destroy();
      throw error;
    }
  }

  /** Once a second: agents that have fallen silent or come back, tokens that have expired, streams that have said nothing for long. */
  look(): void {
    const now = this.clock.now();
    this.sources.agentDesk.look(now);
    if (this.listeners.size > 0) this.lookAtAgents(now);
    this.at = now;
    this.sendAway();
    for (const listener of this.listeners) listener.beat();
  }

  private lookAtAgents(now: number): void {
    // Whoever came back since the look before did so by now, also where the clock was set back meanwhile.
    const turns = [...this.sources.agentDesk.turnsBetween(Math.min(this.at, now - 1), now)];
    const told = { agents: this.sources.agentsTold(), at: now };
    for (const listener of this.listeners) {
      listener.hearTurns(turns);
      // A place that stood still before facts that are nothing to tell would soon be too far back.
      listener.hearNothing(told);
    }
  }

  private async seat(stream: EventStream, asked: Asked): Promise<void> {
    const { caller, types, lastId } = asked;
    const ends = await this.sources.ends();
    const resumed = this.resumed(asked, ends);
    const place = isWhole(resumed)
      ? resumed
      : { ...(await this.sources.begin(ends)), at: this.at, ...resumed };
    const listener = new Listener(stream, { caller, types, place }, this.clock);
    this.listeners.add(listener);
    stream.once('close', () => this.listeners.delete(listener));
    stream.retry(RETRY_MS.least + randomInt(RETRY_MS.spread));
    if (lastId !== undefined && !isWhole(resumed)) listener.say('reset', FORGOTTEN);
    listener.say('ready', JSON.stringify({ types }));
    this.sendAway();
    void this.catchUp(listener);
  }

  /**
   * Where a client goes on, without the topics of which it wants what cannot be told any more. Of one that heard of silence up to a moment
   * that lies ahead nobody knows which it heard of: the clock was set back, or the id is not ours.
   */
  private resumed({ types, lastId = '' }: Asked, ends: Omit<Place, 'at'>): Partial<Place> {
    const place = placeOf(lastId);
    if (!place || isBeyond(place, ends) || place.at > this.clock.now() + CLOCKS_MS) return {};
    const { issues, agents, at } = place;
    const tellable = this.sources.tellable(place, ends);
    return {
      ...((tellable.issues || !wants(types, 'issue')) && { issues }),
      ...((tellable.agents || !wants(types, 'agent')) && { agents, at }),
    };
  }

  private async catchUp(listener: Listener): Promise<void> {
    try {
      await tellMissedIssues(listener, this.sources);
      // Their list may have stood still for long: issues are told by now.
      await tellMissedAgents(listener, this.sources, () => this.at);
    } catch (error) {
      this.logger.warn(`a stream cannot be resumed yet: ${String(error)}`);
      listener.stream.end();
    }
  }

  private endAll(): void {
    for (const { stream } of this.listeners) stream.end();
  }

  /** Ends the streams of tokens that were revoked or have expired, and of sessions that are over. */
  private sendAway(): void {
    for (const { audience, stream } of this.listeners)
      if (!this.authenticator.mayStay(audience.caller)) stream.end();
  }
}
