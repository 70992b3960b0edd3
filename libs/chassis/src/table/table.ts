import {
  decode,
  type LogEvent,
  type Position,
  type RawRecord,
  type Recorded,
  type Topic,
} from '@parapet/contracts';
import { type EventLog, type Follower, type Offsets, partitionOf } from '@parapet/eventlog';
import type { LastFact, SnapshotEntry, TableContents, TableSnapshot } from './table-snapshot';

/**
 * Hears of a state that changed, and where the fact lies that changed it; `now` is undefined when it left the table. What came with a
 * snapshot is told as changed from nothing at its end.
 */
export type TableListener<S> = (
  id: string,
  now: S | undefined,
  was: S | undefined,
  position: Position,
) => void;

/** What is folded besides from the changes of states, and lies in a snapshot beside each of them. JSON values. */
interface Beside<B> {
  of(id: string): B | undefined;
  restore(id: string, kept: B | undefined): void;
}

/**
 * States of a noun in memory, folded from the whole topic, or from a snapshot on, and then live: what every process judges and authenticates by.
 * A state for which `gone` answers true leaves the table; later events of it are void, also another creation: one whose answer was lost
 * may lie in the log twice, and a derived id may be claimed again. So ids of what is gone are remembered, about 100 bytes each.
 */
export class Table<S extends object, E extends LogEvent> {
  private readonly states = new Map<string, S>();
  private readonly buried = new Set<string>();
  private readonly listeners = new Set<TableListener<S>>();
  /** How far what a snapshot says of an id has got, where that is further than the snapshot as a whole. */
  private readonly ahead = new Map<string, number>();
  /** The last fact that was applied, per partition. */
  private readonly last: (LastFact | undefined)[] = [];
  private beside: Beside<unknown> | undefined;
  private from: Offsets = [];
  private follower: Follower | undefined;

  constructor(
    private readonly topic: Topic,
    private readonly evolve: (state: S | undefined, event: E) => S | undefined,
    private readonly gone: (state: S) => boolean = () => false,
  ) {}

  /** Begins to follow. */
  open(log: EventLog): void {
    this.follow(log, []);
  }

  /** Begins with a snapshot, and follows from there; where there is none, from the first record on. @throws Unavailable */
  async openFrom(log: EventLog, snapshot: TableSnapshot<S>): Promise<void> {
    const { entries, next, last } = await snapshot.load(log);
    this.last.push(...last);
    for (const entry of entries) this.restore(entry, next);
    this.follow(log, next);
  }

  private follow(log: EventLog, from: Offsets): void {
    this.from = from;
    this.follower = log.follow(this.topic, (raw) => this.apply(raw), from);
  }

  /** Listeners hear of what is gone too: it may have gone since they last told somebody. */
  private restore({ id, state, next, beside }: SnapshotEntry<S>, from: Offsets): void {
    const partition = partitionOf(id, from.length);
    if (next > (from[partition] ?? 0)) this.ahead.set(id, next);
    // By what another topic says it may be gone since.
    const now = state && !this.gone(state) ? state : undefined;
    if (now) this.states.set(id, now);
    else this.buried.add(id);
    const position = { topic: this.topic, partition, offset: next - 1 };
    for (const listener of this.listeners) listener(id, now, undefined, position);
    this.beside?.restore(id, now && beside);
  }

  /** What a snapshot keeps of it: everything below `next` is folded in, and nothing else. */
  contents(): TableContents<S> {
    const next = this.applied();
    const reached = (id: string): number =>
      Math.max(next[partitionOf(id, next.length)] ?? 0, this.ahead.get(id) ?? 0);
    const entries = [...this.states].map(([id, state]): SnapshotEntry<S> => {
      const beside = this.beside?.of(id);
      return { id, next: reached(id), state, ...(beside !== undefined && { beside }) };
    });
    const gone = [...this.buried].map((id) => ({ id, next: reached(id) }));
    return { next, last: [...this.last], entries: [...entries, ...gone] };
  }

  /** Where it began: facts before that came with a snapshot, and nobody can say when what changed. */
  begun(): Offsets {
    return this.from;
  }

  /** How many ids it knows, also of what is gone. */
  get size(): number {
    return this.states.size + this.buried.size;
  }

  private apply(raw: RawRecord): void {
    const { key, event }: Recorded<E> = decode<E>(raw);
    const { partition, offset } = raw.position;
    this.last[partition] = { offset, id: event.id };
    if (this.buried.has(key) || this.isKnown(key, raw.position)) return;
    const was = this.states.get(key);
    const next = this.evolve(was, event);
    const now = next === undefined || this.gone(next) ? undefined : next;
    if (now === was) return;
    if (now) this.states.set(key, now);
    else this.bury(key);
    for (const listener of this.listeners) listener(key, now, was, raw.position);
  }

  /** Whether what a snapshot says of the id has this record in it. */
  private isKnown(key: string, { offset }: Position): boolean {
    const next = this.ahead.get(key);
    if (next === undefined) return false;
    if (offset < next) return true;
    this.ahead.delete(key);
    return false;
  }

  private bury(key: string): void {
    this.states.delete(key);
    this.buried.add(key);
  }

  /** Whether the id has left the table. */
  isGone(id: string): boolean {
    return this.buried.has(id);
  }

  /** Takes an id out that is gone by what another topic says; nothing where there is no state of it. */
  remove(id: string): void {
    const was = this.states.get(id);
    if (!was) return;
    this.bury(id);
    const next = this.applied();
    const partition = partitionOf(id, next.length);
    const position = { topic: this.topic, partition, offset: (next[partition] ?? 0) - 1 };
    for (const listener of this.listeners) listener(id, undefined, was, position);
  }

  /** Is called after every change of a state; void events change nothing. */
  onChange(listener: TableListener<S>): void {
    this.listeners.add(listener);
  }

  /** Before it is opened: what is folded from the changes, and cannot be told by states alone. */
  keepBeside<B>(beside: Beside<B>): void {
    this.beside = beside;
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
