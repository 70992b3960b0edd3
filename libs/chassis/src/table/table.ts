import {
  decode,
  type LogEvent,
  type Position,
  type RawRecord,
  type Recorded,
  type Topic,
  type Versioned,
} from '@parapet/contracts';
import type { EventLog, Follower, Offsets } from '@parapet/eventlog';

/** Hears of a state that changed, and where the fact lies that changed it; `now` is undefined when it left the table. */
export type TableListener<S> = (
  id: string,
  now: S | undefined,
  was: S | undefined,
  position: Position,
) => void;

/**
 * States of a noun in memory, folded from the whole topic and then live: what every process judges and authenticates by.
 * A state for which `gone` answers true leaves the table; later events of it are void, also another creation: one whose answer was lost
 * may lie in the log twice, and a derived id may be claimed again. So ids of what is gone are remembered, about 100 bytes each.
 */
export class Table<S extends Versioned, E extends LogEvent> {
  private readonly states = new Map<string, S>();
  private readonly buried = new Set<string>();
  private readonly listeners = new Set<TableListener<S>>();
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
    if (this.buried.has(key)) return;
    const was = this.states.get(key);
    const next = this.evolve(was, event);
    const now = next === undefined || this.gone(next) ? undefined : next;
    if (now === was) return;
    if (now) this.states.set(key, now);
    else this.bury(key);
    for (const listener of this.listeners) listener(key, now, was, raw.position);
  }

  private bury(key: string): void {
    this.states.delete(key);
    this.buried.add(key);
  }

  /** Is called after every change of a state; void events change nothing. */
  onChange(listener: TableListener<S>): void {
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
