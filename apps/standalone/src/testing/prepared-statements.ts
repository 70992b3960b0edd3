import { DatabaseSync } from 'node:sqlite';

/** A statement and the steps by which SQLite runs it. */
export interface Planned {
  readonly sql: string;
  readonly steps: readonly string[];
}

/** Every statement that this process has SQLite prepare, from now on. */
export class PreparedStatements {
  private readonly prepare = jest.spyOn(DatabaseSync.prototype, 'prepare');

  /** Each statement once, as its database plans to run it. */
  plans(): readonly Planned[] {
    const { contexts, calls } = this.prepare.mock;
    const databases = new Map(calls.map(([sql], i) => [sql, contexts[i]]));
    return [...databases].flatMap(([sql, database]) =>
      database?.isOpen && !sql.startsWith(EXPLAIN) ? [planned(database, sql)] : [],
    );
  }

  /** The database that has this table. */
  databaseWith(table: string): DatabaseSync {
    const all = [...new Set(this.prepare.mock.contexts)];
    const found = all.find((database) => database.isOpen && hasTable(database, table));
    if (found) return found;
    throw new Error(`no database has a table ${table}`);
  }
}

const EXPLAIN = 'explain query plan';

export function planned(database: DatabaseSync, sql: string): Planned {
  const steps = database.prepare(`${EXPLAIN} ${sql}`).all();
  return { sql, steps: steps.map((row) => String(row['detail'])) };
}

const hasTable = (database: DatabaseSync, table: string): boolean =>
  database.prepare('select 1 from pragma_table_info(?)').get(table) !== undefined;
