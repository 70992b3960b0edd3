import { type Database, isDiskTrouble } from './database';
import { servingIndex, type Source } from './serving-index';
import { indexColumns, type IndexSpec, type TableSpec } from './table-spec';

/** Up to which row each late index has its entries. */
const LATE = 'late_';

/** How many documents an index may lack until somebody asks it, about: to make up for them takes a tenth of a second. */
const MOST_BEHIND = 16_000;

/** Sees to it that late indexes are whole when they are asked, and never far from it. */
export class LateIndexes {
  /** Of each table: documents that may have come since one of its indexes was completed, and which is next. */
  private readonly turns = new Map<string, { readonly behind: number; readonly next: number }>();

  constructor(private readonly db: Database) {}

  /** The index that serves a question, completed as far as the disk has room for it. @throws Error when none does */
  serving(spec: TableSpec, asked: Parameters<typeof servingIndex>[1]): Source {
    const index = servingIndex(spec, asked);
    return index.late ? this.completed(spec, index) : { index };
  }

  /** Completes the indexes of a table as far as the disk has room for it. */
  complete(spec: TableSpec): void {
    for (const index of lateOf(spec)) this.completed(spec, index);
  }

  /** So many documents of the table may be new. Its indexes are completed in turn: commits wait for one at a time. */
  added(spec: TableSpec, count: number): void {
    const late = lateOf(spec);
    const { behind, next } = this.turns.get(spec.name) ?? { behind: 0, next: 0 };
    const index = late[next % late.length];
    const isFar = behind + count >= MOST_BEHIND / late.length;
    this.turns.set(
      spec.name,
      isFar ? { behind: 0, next: next + 1 } : { behind: behind + count, next },
    );
    if (index && isFar) complete(this.db, spec.name, index);
  }

  private completed(spec: TableSpec, index: IndexSpec): Source {
    const { connection } = this.db;
    const among = connection.isTransaction;
    try {
      complete(this.db, spec.name, index);
      return { index };
    } catch (error) {
      // A transaction that SQLite gave up is gone for all who share it.
      if (!isDiskTrouble(error) || connection.isTransaction !== among) throw error;
      return { index, behind: knownTo(this.db, index) };
    }
  }
}

const lateOf = ({ indexes }: TableSpec): readonly IndexSpec[] => indexes.filter(({ late }) => late);

/** Makes what every file has. */
export function prepareLateIndexes(db: Database): void {
  db.connection.exec(
    `create table if not exists ${LATE} (name text primary key, of_table text not null, upto integer not null)`,
  );
}

/**
 * Makes the late indexes of a table that are missing, without any entries. Each is a table of its own, in the order of its entries, which
 * names the row of each document; triggers keep the entries that are there as the documents are. What has none yet lies behind the
 * last row that the index knows.
 */
export function makeLateIndexes(db: Database, spec: TableSpec): void {
  const found = lateNames(db, spec.name);
  for (const index of lateOf(spec)) if (!found.includes(index.name)) make(db, spec.name, index);
}

/** Drops the late indexes of a table, but for those of a declaration. */
export function dropLateIndexes(db: Database, table: string, but: readonly IndexSpec[] = []): void {
  for (const name of lateNames(db, table))
    if (!but.some((index) => index.name === name)) drop(db, name);
}

const lateNames = (db: Database, table: string): readonly string[] =>
  db
    .prepare(`select name from ${LATE} where of_table = ?`)
    .all(table)
    .map((row) => String(row['name']));

/** Gives an index the entries that it lacks, in its order, so that each of its pages is written once. */
function complete(db: Database, table: string, index: IndexSpec): void {
  const { name } = index;
  const known = knownTo(db, index);
  const newest = Number(db.prepare(`select ${newestOf(table)} as row_id`).get()?.['row_id']);
  if (newest <= known) return;
  const { keys, columns, present } = partsOf(index);
  db.whole(() => {
    db.prepare(
      `insert into "${name}" select ${columns.join(', ')} from "${table}"` +
        ` where row_id > ? and ${present('')} order by ${keys.join(', ')}`,
    ).run(known);
    db.prepare(`update ${LATE} set upto = ? where name = ?`).run(newest, name);
  });
}

/** The row up to which an index has its entries. */
const knownTo = (db: Database, { name }: IndexSpec): number =>
  Number(db.prepare(`select upto from ${LATE} where name = ?`).get(name)?.['upto']);

function make(db: Database, table: string, index: IndexSpec): void {
  const { name } = index;
  const { keys, columns, present } = partsOf(index);
  const of = (which: string): string[] => columns.map((column) => `${which}.${column}`);
  const remove = `delete from "${name}" where ${keys.map((key) => `${key} = old.${key}`).join(' and ')};`;
  db.connection.exec(
    `create table "${name}" (${columns.join(', ')}, primary key (${keys.join(', ')})) without rowid;` +
      // The next document may get the row of the newest one when that is gone.
      `create trigger "${name}.deleted" after delete on "${table}" begin ${remove}` +
      ` update ${LATE} set upto = ${newestOf(table)} where name = '${name}' and upto > ${newestOf(table)}; end;` +
      `create trigger "${name}.changed" after update of ${columns.join(', ')} on "${table}"` +
      ` when old.row_id <= (select upto from ${LATE} where name = '${name}') begin ${remove}` +
      ` insert into "${name}" select ${of('new').join(', ')} where ${present('new.')}; end`,
  );
  db.prepare(`insert into ${LATE} values (?, ?, 0)`).run(name, table);
}

function drop(db: Database, name: string): void {
  for (const trigger of ['deleted', 'changed'])
    db.connection.exec(`drop trigger if exists "${name}.${trigger}"`);
  db.connection.exec(`drop table "${name}"`);
  db.prepare(`delete from ${LATE} where name = ?`).run(name);
}

/** The columns of an index; those that it is ordered by; and that a row has all of these, without which it has no entry. */
function partsOf(index: IndexSpec) {
  const { keys, all } = indexColumns(index);
  const present = (of: string): string =>
    keys.map((key) => `${of}${key} is not null`).join(' and ');
  return { keys, columns: [...all, 'row_id'], present };
}

const newestOf = (table: string): string => `(select coalesce(max(row_id), 0) from "${table}")`;
