import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { Unavailable } from '@parapet/contracts';
import type { Column } from './column';

/** Raised when a table is laid out in a way that older code cannot read. */
const LAYOUT = 2;

/** A statement that answers rows as arrays of values. */
interface RowsOf {
  get(...parameters: readonly Column[]): Column[] | undefined;
  all(...parameters: readonly Column[]): Column[][];
}

/** The open file, with its prepared statements. */
export class Database {
  private readonly statements = new Map<string, StatementSync>();

  private constructor(readonly connection: DatabaseSync) {}

  /**
   * Opens or makes the file and keeps every other process out of it.
   * @throws Error with a sentence that says what to do when it is in use, damaged or made by newer code.
   */
  static open(path: string): Database {
    let connection: DatabaseSync | undefined;
    try {
      connection = new DatabaseSync(path, { timeout: 1000 });
      // A group writes pages all over an index that is not in the order of time: small ones weigh less.
      connection.exec('pragma page_size = 4096');
      connection.exec('pragma locking_mode = exclusive');
      connection.exec('pragma journal_mode = wal');
      connection.exec('pragma synchronous = normal');
      // Pages that are written again and again reach the file once in so many: a quarter of the insert's cost with both.
      connection.exec('pragma wal_autocheckpoint = 4000');
      connection.exec('pragma cache_size = -12000');
      connection.exec('pragma temp_store = memory');
      connection.exec('pragma journal_size_limit = 67108864');
      // Elsewhere there may be no room, or none that is not memory, as in a container.
      const folder = dirname(path).replaceAll("'", "''");
      if (path !== ':memory:') connection.exec(`pragma temp_store_directory = '${folder}'`);
      connection.exec('begin immediate');
      claimLayout(connection, path);
      connection.exec('commit');
      return new Database(connection);
    } catch (error) {
      connection?.close();
      throw whyNotOpened(error, path);
    }
  }

  /** A statement that is prepared once. The shapes are few: they come from declarations. */
  prepare(sql: string): StatementSync {
    const known = this.statements.get(sql);
    if (known) return known;
    const made = this.connection.prepare(sql);
    this.statements.set(sql, made);
    return made;
  }

  /** As `prepare`, for rows as arrays of their values. */
  rows(sql: string): RowsOf {
    const statement = this.prepare(sql);
    statement.setReturnArrays(true);
    // The types do not know that the rows are arrays then.
    return statement as unknown as RowsOf;
  }

  /** Runs it as a whole or not at all, within the transaction that is open. */
  whole<T>(run: () => T): T {
    this.connection.exec('savepoint whole');
    try {
      const answer = run();
      this.connection.exec('release whole');
      return answer;
    } catch (error) {
      if (this.connection.isTransaction) this.connection.exec('rollback to whole; release whole');
      throw error;
    }
  }

  /** Runs what may sort more than there is memory for: on the disk, beside the file. Not within a transaction. */
  sortingOnDisk<T>(run: () => T): T {
    this.connection.exec('pragma temp_store = file');
    try {
      return run();
    } finally {
      this.connection.exec('pragma temp_store = memory');
    }
  }

  close(): void {
    this.statements.clear();
    if (this.connection.isOpen) this.connection.close();
  }
}

function claimLayout(connection: DatabaseSync, path: string): void {
  const found = Number(connection.prepare('pragma user_version').get()?.['user_version']);
  if (found > LAYOUT)
    throw new Error(
      `The read model ${path} was made by a newer version (layout ${found}, this one knows ${LAYOUT}): ` +
        'run that version, or delete the file and rebuild it from the log.',
    );
  // Where there is nothing to change a start writes nothing, so that it needs no room.
  if (found !== LAYOUT) connection.exec(`pragma user_version = ${LAYOUT}`);
}

/** SQLite's primary result codes that say something of the disk or the file, not of the question. */
const DISK_TROUBLE = new Set([5, 6, 7, 8, 10, 11, 13, 14, 15, 26]);
const BUSY = 5;
const DAMAGED = new Set([11, 26]);

function resultCode(error: unknown): number {
  if (typeof error !== 'object' || error === null || !('errcode' in error)) return 0;
  return Number(error.errcode) & 0xff;
}

const isDamage = (error: unknown): boolean => DAMAGED.has(resultCode(error));

function whyNotOpened(error: unknown, path: string): unknown {
  const code = resultCode(error);
  if (code === BUSY)
    return new Error(
      `The read model ${path} is in use by another process: stop that one first, or give this one a data directory of its own.`,
    );
  if (isDamage(error))
    return new Error(
      `The read model ${path} is damaged: delete the file and rebuild it from the log.`,
      { cause: error },
    );
  if (code === 0) return error;
  return new Error(
    `The read model ${path} cannot be opened: ${String(error)}. Check the directory, its permissions and the disk.`,
    { cause: error },
  );
}

/** Whether disk or file are to blame for a failed statement: without room, for one. */
export const isDiskTrouble = (error: unknown): boolean => DISK_TROUBLE.has(resultCode(error));

/** What a failed statement means to the caller: `Unavailable` when disk or file are to blame, else itself. */
export function explained(error: unknown): unknown {
  if (!isDiskTrouble(error)) return error;
  // Damage may lie where nothing is read when the file is opened.
  const what = isDamage(error)
    ? 'is damaged: stop this process, delete the file and start it again, which makes the documents again from the log'
    : `cannot be used: ${String(error)}. Check the disk.`;
  return new Unavailable(`The file of the read model ${what}`, 1, { cause: error });
}
