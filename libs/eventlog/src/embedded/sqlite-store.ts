import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { packRows, type RowChunk } from './row-chunk';
import { prepare, tableOf } from './schema';
import type {
  EventRow,
  GroupProgress,
  Layout,
  PartitionRows,
  Range,
  Rows,
  StoredRow,
  StoreHandlers,
  Sweep,
  Swept,
  Write,
} from './store-protocol';

/** Rows per query and bytes of JSON per answer, so that large bodies do not pile up in memory. */
const CHUNK = 64;
const ANSWER_BYTES = 4 * 1024 * 1024;

/** The log in one SQLite file. Synchronous: every call blocks its thread until it is done, `write` until it is on disk. */
export class SqliteStore implements StoreHandlers {
  private readonly db: DatabaseSync;
  private readonly next: Map<string, number>;
  private readonly statements = new Map<string, StatementSync>();

  /** @throws Error with a sentence when the file cannot be used. */
  constructor(
    path: string,
    private readonly layout: Layout,
  ) {
    [this.db, this.next] = open(path, layout);
  }

  readonly write = ({ appends, progress }: Write): readonly number[] => {
    const next = new Map(this.next);
    const bases: number[] = [];
    this.transaction(() => {
      for (const part of appends) bases.push(this.insert(part, next));
      for (const part of progress) this.store(part);
    });
    for (const [table, end] of next) this.next.set(table, end);
    return bases;
  };

  readonly read = ({ topic, partition, from, to, limit }: Range): Rows => {
    const select = this.statement(
      `select offset, key, id, type, schema, time, actor, cause, json from ${tableOf(topic, partition)}
       where offset >= ? and offset < ? order by offset limit ?`,
    );
    select.setReturnArrays(true);
    const chunks: RowChunk[] = [];
    let count = 0;
    let bytes = 0;
    let next = from;
    while (count < limit && bytes < ANSWER_BYTES) {
      const wanted = Math.min(CHUNK, limit - count);
      // setReturnArrays makes the rows arrays in the order of the columns; the types do not know.
      const rows = select.all(next, to, wanted) as unknown as StoredRow[];
      const chunk = packRows(rows);
      if (rows.length > 0) chunks.push(chunk);
      count += rows.length;
      bytes += chunk.json.length;
      next = (rows.at(-1)?.[0] ?? next - 1) + 1;
      if (rows.length < wanted)
        return { chunks, next: Math.max(from, this.reached(topic, partition, to)) };
    }
    return { chunks, next };
  };

  readonly ends = (): Record<string, readonly number[]> =>
    Object.fromEntries(
      Object.entries(this.layout).map(([topic, partitions]) => [
        topic,
        Array.from({ length: partitions }, (_, p) => this.end(topic, p)),
      ]),
    );

  readonly committed = ({ topic, group }: { topic: string; group: string }): readonly number[] => {
    const select = this.statement(
      'select next from progress where topic = ? and consumers = ? and partition = ?',
    );
    return Array.from({ length: this.layout[topic] ?? 0 }, (_, p) =>
      Number(select.get(topic, group, p)?.['next'] ?? 0),
    );
  };

  readonly sweep = ({ topic, partition, from, limit, before, now }: Sweep): Swept => {
    const table = tableOf(topic, partition);
    const look = this.statement(
      `select count(*) as seen, max(offset) as last, count(*) filter (where time between ? and ?) as young
       from (select offset, time from ${table} where offset >= ? order by offset limit ?)`,
    );
    const remove = this.statement(`delete from ${table} where time < ? and offset between ? and ?`);
    // Positions are never reused, even when nothing is left to tell how far they got.
    const keepEnd = this.statement(
      `insert into ends values(?, ?, ?) on conflict do update set next = max(next, excluded.next)`,
    );
    return this.transaction(() => {
      keepEnd.run(topic, partition, this.end(topic, partition));
      const { seen, last, young } = look.get(before, now, from, limit) ?? {};
      const { changes } = remove.run(before, from, Number(last));
      const next = Number(seen) < limit ? null : Number(last) + 1;
      return { removed: Number(changes), young: Number(young), next };
    });
  };

  readonly ping = (): null => {
    this.statement('select 1 from topics limit 1').get();
    return null;
  };

  close(): void {
    if (this.db.isOpen) this.db.close();
  }

  private insert({ topic, partition, rows }: PartitionRows, next: Map<string, number>): number {
    const table = tableOf(topic, partition);
    const insert = this.statement(`insert into ${table} values(?, ?, ?, ?, ?, ?, ?, ?, ?)`);
    const base = next.get(table) ?? 0;
    next.set(table, base + rows.length);
    rows.forEach((row: EventRow, i) => insert.run(base + i, ...row));
    return base;
  }

  private store({ topic, group, partition, next }: GroupProgress): void {
    this.statement(
      `insert into progress values(?, ?, ?, ?) on conflict do update set next = max(next, excluded.next)`,
    ).run(topic, group, partition, next);
  }

  /** Where a reader is that found nothing more before `to`: it may pass over what retention removed. */
  private reached(topic: string, partition: number, to: number): number {
    return Math.min(to, this.end(topic, partition));
  }

  private end(topic: string, partition: number): number {
    return this.next.get(tableOf(topic, partition)) ?? 0;
  }

  private transaction<T>(work: () => T): T {
    this.db.exec('begin immediate');
    try {
      const result = work();
      this.db.exec('commit');
      return result;
    } catch (error) {
      if (this.db.isTransaction) this.db.exec('rollback');
      throw error;
    }
  }

  private statement(sql: string): StatementSync {
    const known = this.statements.get(sql);
    if (known) return known;
    const made = this.db.prepare(sql);
    this.statements.set(sql, made);
    return made;
  }
}

/** The database, and the next offset of each of its tables. */
type Opened = readonly [DatabaseSync, Map<string, number>];

function open(path: string, layout: Layout): Opened {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path);
    prepare(db, layout);
    return [db, storedEnds(db, layout)];
  } catch (error) {
    db?.close();
    throw explained(error, path);
  }
}

function storedEnds(db: DatabaseSync, layout: Layout): Map<string, number> {
  const ends = new Map<string, number>();
  for (const [topic, partitions] of Object.entries(layout))
    for (let p = 0; p < partitions; p++) {
      const table = tableOf(topic, p);
      const row = db
        .prepare(
          `select max(
             (select coalesce(max(offset) + 1, 0) from ${table}),
             coalesce((select next from ends where topic = ? and partition = ?), 0)) as next`,
        )
        .get(topic, p);
      ends.set(table, Number(row?.['next']));
    }
  return ends;
}

const BUSY = 5;
const [CORRUPT, NOT_A_DATABASE] = [11, 26];
const RESTORE =
  'restore it from a backup, with its -wal where there is one, then make the documents again (npx parapet rebuild)';

function explained(error: unknown, path: string): unknown {
  const code = sqliteCode(error);
  if (code === BUSY)
    return new Error(
      `${path} is in use by another process: a log has one owner; stop the other process, or give this one its own DATA_DIR`,
    );
  if (code === NOT_A_DATABASE)
    return new Error(`${path} is not a log of Parapet: move it away, or set DATA_DIR`);
  if (code === CORRUPT)
    return new Error(`the log ${path} is damaged: ${RESTORE}`, { cause: error });
  if (code === undefined) return error;
  return new Error(
    `the log ${path} cannot be opened: ${String(error)}. Check the folder, its permissions and the disk`,
    { cause: error },
  );
}

/** Why a call failed, and what to do where that is known: damage may lie where nothing is read when the file is opened. */
export function whyRefused(error: unknown): string {
  const why = error instanceof Error ? error.message : String(error);
  return sqliteCode(error) === CORRUPT ? `${why}. It is damaged: ${RESTORE}` : why;
}

/** The primary result code of an error of SQLite; undefined for any other error. */
export function sqliteCode(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('errcode' in error)) return undefined;
  return typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;
}
