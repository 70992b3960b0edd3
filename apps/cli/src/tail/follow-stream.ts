import { BackOff } from '../house/back-off';
import type { HouseClient } from '../house/house-client';
import { HouseAway, HouseProblem, NoHouse } from '../house/house-problem';
import { beginningOf } from '../plain-text';
import { type Message, readMessages } from './read-messages';

/** What following needs of the world. */
export interface FollowerWorld {
  /** Aborts when nobody wants to hear more. */
  readonly signal: AbortSignal;
  /** Resolves after so many milliseconds, or when `signal` aborts. */
  wait(ms: number): Promise<void>;
  /** Hears what somebody may want to know who waits. */
  say(line: string): void;
  /** Milliseconds, by a clock that begins anywhere. */
  now(): number;
}

/** A house says something every 15 s: one that is silent for so long is taken for gone. */
const SILENCE_MS = 45_000;

/** A connection that stood for so long was none that is dropped as soon as it is made. */
const STOOD_MS = 10_000;

/** What a house says of the connection itself. */
const OF_CONNECTION: ReadonlySet<string> = new Set(['ready', 'reset']);

/**
 * What happens in a house from now on, for ever: a connection that ends is made again, behind the last message that came.
 * @throws HouseProblem when the house refuses, and will each time; NoHouse when something else answers
 */
export async function* followStream(
  house: HouseClient,
  types: readonly string[],
  world: FollowerWorld,
  backOff = new BackOff(),
): AsyncGenerator<Message> {
  const follower = new Follower(house, types, world, backOff);
  while (!world.signal.aborted) {
    yield* follower.connection();
    await follower.pause();
  }
}

class Follower {
  private lastId: string | undefined;
  private retryAfter: number | undefined;
  private isAway = false;
  private connectedAt = Infinity;

  constructor(
    private readonly house: HouseClient,
    private readonly types: readonly string[],
    private readonly world: FollowerWorld,
    private readonly backOff: BackOff,
  ) {}

  /** The messages of one connection, until it ends, however it does. @throws HouseProblem, NoHouse */
  async *connection(): AsyncGenerator<Message> {
    this.retryAfter = undefined;
    this.connectedAt = Infinity;
    const watch = new SilenceWatch(this.world.signal);
    try {
      const { body, headers } = await this.house.ask(`/v1/stream?types=${this.types.join(',')}`, {
        headers: this.lastId === undefined ? {} : { 'last-event-id': this.lastId },
        signal: watch.signal,
      });
      const type = headers.get('content-type') ?? 'nothing';
      if (!type.startsWith('text/event-stream'))
        throw new NoHouse(this.house.url, `its stream is ${beginningOf(type)}`);
      this.connected();
      for await (const message of readMessages(watch.over(body ?? []), this.hearId)) {
        if (!OF_CONNECTION.has(message.type)) this.backOff.reset();
        yield message;
      }
    } catch (error) {
      this.ended(error);
    } finally {
      watch.end();
      if (this.world.now() - this.connectedAt >= STOOD_MS) this.backOff.reset();
    }
  }

  async pause(): Promise<void> {
    if (!this.world.signal.aborted) await this.world.wait(this.backOff.next(this.retryAfter));
  }

  private readonly hearId = (id: string): void => void (this.lastId = id);

  private connected(): void {
    if (this.isAway) this.world.say(`${this.house.url} answers again.`);
    this.isAway = false;
    this.connectedAt = this.world.now();
  }

  private ended(error: unknown): void {
    if (this.world.signal.aborted) return;
    if (error instanceof NoHouse) throw error;
    if (error instanceof HouseProblem) {
      const { status } = error;
      if (status < 500 && status !== 429) throw error;
      this.retryAfter = error.retryAfter;
    }
    if (this.isAway) return;
    this.isAway = true;
    const why = isSentence(error) ? error.message : 'The connection broke';
    this.world.say(`${why.replace(/\.$/, '')}. Trying again.`);
  }
}

const isSentence = (error: unknown): error is Error =>
  error instanceof HouseProblem || error instanceof HouseAway;

/** Ends a connection on which nothing comes. */
class SilenceWatch {
  private readonly silent = new AbortController();
  private timer: NodeJS.Timeout;
  readonly signal: AbortSignal;

  constructor(left: AbortSignal) {
    this.signal = AbortSignal.any([left, this.silent.signal]);
    this.timer = this.begin();
  }

  /** The same pieces; each begins the time anew. */
  async *over(body: AsyncIterable<Uint8Array> | readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
    for await (const piece of body) {
      this.end();
      this.timer = this.begin();
      yield piece;
    }
  }

  end(): void {
    clearTimeout(this.timer);
  }

  private begin(): NodeJS.Timeout {
    return setTimeout(() => this.silent.abort(), SILENCE_MS);
  }
}
