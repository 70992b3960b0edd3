import { Logger } from '@nestjs/common';
import { Moved, type Topic, TOPICS, Unavailable } from '@parapet/contracts';
import { type EventLog, type Offsets, partitionOf } from '@parapet/eventlog';
import {
  type Change,
  type Collection,
  collection,
  type Document,
  generationOf,
  inOneGeneration,
  type ReadModel,
} from '@parapet/readmodel';

/**
 * What a table knows of an id: its state, or none when it is gone, and what is folded besides. Every fact of it below offset `next` is
 * folded in, and no other.
 */
export interface SnapshotEntry<S> {
  readonly id: string;
  readonly next: number;
  readonly state?: S;
  readonly beside?: unknown;
}

/** A fact by which the log that it was read from is told from another one. */
export interface LastFact {
  readonly offset: number;
  readonly id: string;
}

/** All that a table knows; `next` is the next offset per partition that is not folded in, `last` the last fact that is. */
export interface TableContents<S> {
  readonly next: Offsets;
  readonly last: readonly (LastFact | undefined)[];
  readonly entries: readonly SnapshotEntry<S>[];
}

/** An entry as it is stored: `key` is its id, for reading all of them in pages. One without says how far a partition got. */
interface Stored<S> extends Document, SnapshotEntry<S> {
  readonly key?: string;
  readonly last?: LastFact;
}

/** States of agents with many labels are 70 KB each: a call that takes too long is taken for a store that is away. */
const PAGE = 250;
const NOTHING = { next: [], last: [], entries: [] };

/** No noun has such an id. */
const markOf = (partition: number): string => `next/${partition}`;

/** Which table, and which fold made it. */
export interface Snapshotted {
  readonly topic: Topic;
  /** Names the fold: what another one made is not begun with. */
  readonly fold: string;
}

/**
 * What a table knew at some moment, so that who starts need not read its topic from the first record on. Derived from the log like
 * any document: dropped by a rebuild, and then kept anew. Entries are written before how far they got, each guarded by its own offset,
 * so that a snapshot of which only a part was written, or that two processes write at once, is right as well.
 */
export class TableSnapshot<S> {
  private readonly log = new Logger('snapshots');
  private readonly stored: Collection<Stored<S>>;

  constructor(
    private readonly store: ReadModel,
    private readonly of: Snapshotted,
  ) {
    const name = `${of.topic}_snapshot_${of.fold}`;
    this.stored = collection({ name, indexes: [{ equal: [], sort: 'key' }] });
  }

  /** Before anything else is asked of it. @throws Unavailable */
  async declare(): Promise<void> {
    await this.store.declare(this.stored);
  }

  /** Names the documents that it is kept in: others have none of it. */
  generation(): string {
    return generationOf(this.store);
  }

  /** How far it got, for each of so many partitions. @throws Unavailable */
  async next(partitions: number): Promise<Offsets> {
    return (await this.marks(partitions)).map((mark) => mark?.next ?? 0);
  }

  /**
   * All of it; nothing where there is none, where it is of another log or older than all that this one keeps, or where it cannot be told
   * to be whole, because documents are away or being made again: then the topic is read from the first record on.
   * @throws Unavailable when the log is away
   */
  async load(log: Pick<EventLog, 'ends' | 'read'>): Promise<TableContents<S>> {
    const contents = await this.whole(TOPICS[this.of.topic].partitions);
    if (contents.next.length === 0) return NOTHING;
    // Asked afterwards: whatever somebody has just kept is in the log by now.
    const ends = await log.ends(this.of.topic);
    const known = fits(contents, ends) ? await this.knownBy(log, contents) : null;
    return known ?? this.without('its snapshot is of another log; rebuild the read model');
  }

  private async whole(partitions: number): Promise<TableContents<S>> {
    try {
      return await inOneGeneration(this.store, this.stored, async () => {
        // In this order: entries may be ahead of what was read here, and are never behind it.
        const marks = await this.marks(partitions);
        const next = marks.map((mark) => mark?.next ?? 0);
        if (next.every((offset) => offset === 0)) return NOTHING;
        return { next, last: marks.map((mark) => mark?.last), entries: await this.entries() };
      });
    } catch (error) {
      if (!(error instanceof Unavailable || error instanceof Moved)) throw error;
      return this.without(error.message);
    }
  }

  private without(why: string): TableContents<S> {
    this.log.warn(`topic ${this.of.topic} is read from its beginning: ${why}`);
    return NOTHING;
  }

  /**
   * The contents, where the log has the last facts that they know: one that lost its end and grew again has others there. Of a partition
   * whose last one retention removed what is left is read, besides what is known of ids. Null for another log.
   */
  private async knownBy(
    log: Pick<EventLog, 'read'>,
    contents: TableContents<S>,
  ): Promise<TableContents<S> | null> {
    const there = await this.lastFactsIn(log, contents);
    const forgets = TOPICS[this.of.topic].retentionMs !== null;
    const isForgotten = (p: number): boolean => forgets && there[p] === undefined;
    const last = contents.last.map((fact, p) => (isForgotten(p) ? undefined : fact));
    if (last.some((fact, p) => fact && fact.id !== there[p])) return null;
    if (last.every((fact) => !fact)) return contents.last.some((fact) => fact) ? NOTHING : contents;
    return { ...contents, last, next: contents.next.map((at, p) => (isForgotten(p) ? 0 : at)) };
  }

  /** Ids of the facts that the log has where it says the last ones to be. */
  private async lastFactsIn(
    log: Pick<EventLog, 'read'>,
    { next, last }: TableContents<S>,
  ): Promise<readonly (string | undefined)[]> {
    const from = last.map((fact, partition) => fact?.offset ?? next[partition] ?? 0);
    const to = from.map((offset, partition) => (last[partition] ? offset + 1 : offset));
    const ids: (string | undefined)[] = [];
    for await (const records of log.read(this.of.topic, from, to))
      for (const { position, meta } of records) ids[position.partition] = meta.id;
    return ids;
  }

  private async marks(partitions: number): Promise<readonly (Stored<S> | undefined)[]> {
    const ids = Array.from({ length: partitions }, (_, partition) => markOf(partition));
    const found = await this.store.getMany(this.stored, ids);
    return ids.map((id) => found.get(id));
  }

  private async entries(): Promise<readonly SnapshotEntry<S>[]> {
    const all: SnapshotEntry<S>[] = [];
    for (let last: Stored<S> | undefined; ;) {
      const page = await this.store.page(this.stored, {
        ...{ equal: {}, sort: 'key', order: 'asc', limit: PAGE },
        ...(last && { after: { sort: last.id, id: last.id } }),
      });
      all.push(...page);
      last = page.at(-1);
      if (page.length < PAGE) return all;
    }
  }

  /**
   * What was written of it is right, and some of it may be missing, when it is told to stop and ends after a page.
   * @throws Unavailable, Moved: then too.
   */
  async save(contents: TableContents<S>, stop?: AbortSignal): Promise<void> {
    const { generations } = this.store;
    const write = () => this.write(contents, stop);
    await (generations ? generations.pinned(this.generation(), write) : write());
  }

  private async write(
    { next, last, entries }: TableContents<S>,
    stop?: AbortSignal,
  ): Promise<void> {
    for (let i = 0; i < entries.length; i += PAGE) {
      if (stop?.aborted) return;
      await this.store.write(this.stored, entries.slice(i, i + PAGE).map(entryChange));
    }
    const marks = next.map((offset, partition) => ({
      ...{ id: markOf(partition), insert: {}, guard: { field: 'next', below: offset } as const },
      set: { next: offset, last: last[partition] } as Partial<Stored<S>>,
    }));
    await this.store.write(this.stored, marks);
  }
}

function entryChange<S>({ id, next, ...known }: SnapshotEntry<S>): Change<Stored<S>> {
  const insert = { key: id } as Partial<Stored<S>>;
  const set = { next, ...known } as Partial<Stored<S>>;
  const unset = (['state', 'beside'] as const).filter((field) => known[field] === undefined);
  return { id, insert, set, unset, guard: { field: 'next', below: next } };
}

/** Whether each entry lies behind what all of it has, and no more is known than the log has. */
const fits = <S>({ next, entries }: TableContents<S>, ends: Offsets): boolean =>
  next.every((offset, partition) => offset <= (ends[partition] ?? 0)) &&
  entries.every((entry) => {
    const partition = partitionOf(entry.id, ends.length);
    return entry.next >= (next[partition] ?? 0) && entry.next <= (ends[partition] ?? 0);
  });
