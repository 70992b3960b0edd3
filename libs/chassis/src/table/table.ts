import {
  decode,
  type LogEvent,
  type RawRecord,
  type Recorded,
  type Topic,
} from '@parapet/contracts';
import type { EventLog, Follower, Offsets } from '@parapet/eventlog';

/**
 * States of a noun in memory, folded from the whole topic and then live: what every process judges and authenticates by.
 * A state for which `gone` answers true leaves the table; later events of it are void (ids are never used again).
 */
export class Table<S, E extends LogEvent> {
  private readonly states = new Map<string, S>();
  private readonly listeners = new Set<
    (id: string, now: S | undefined, was: S | undefined) => void
  >();
  private follower: Follower | undefined;

  constructor(
    private readonly topic: Topic,
    private readonly evolve: (state: S | undefined, event: E) => S | undefined,
    private readonly gone: (state: S) => boolean = () => false,
  ) {}

  /** Begins to follow. */
  open(log: EventLog): void {
    this.follower = log.follow(this.topic, (raw) => this.apply(raw));
  }

  private apply(raw: RawRecord): void {
    const { key, event }: Recorded<E> = decode<E>(raw);
    const was = this.states.get(key);
    const next = this.evolve(was, event);
    const now = next === undefined || this.gone(next) ? undefined : next;
    if (now === was) return;
    if (now === undefined) this.states.delete(key);
    else this.states.set(key, now);
    for (const listener of this.listeners) listener(key, now, was);
  }

  /** Is called after every change of a state; `now` is undefined when it left the table. */
  onChange(listener: (id: string, now: S | undefined, was: S | undefined) => void): void {
    this.listeners.add(listener);
  }

  get(id: string): S | undefined {
    return this.states.get(id);
  }

  values(): IterableIterator<S> {
    return this.states.values();
  }

  /** Barrier: everything that was in the topic at this moment has been applied. @throws Unavailable */
  async caughtUp(): Promise<void> {
    await this.opened().caughtUp();
  }

  /** Next offset per partition that will be applied. */
  applied(): Offsets {
    return this.opened().applied();
  }

  /** For `/readyz`: why it is not well, else null. A record that could not be applied is never skipped. */
  failure(): string | null {
    const error = this.follower?.failure();
    return error ? `topic ${this.topic} cannot be followed: ${error.message}` : null;
  }

  async close(): Promise<void> {
    await this.follower?.close();
  }

  private opened(): Follower {
    if (!this.follower) throw new Error(`table of ${this.topic} was asked before it was opened`);
    return this.follower;
  }
}
