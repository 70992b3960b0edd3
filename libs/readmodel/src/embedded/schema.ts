import type { Stored } from './apply-change';
import { toColumn } from './column';
import type { Database } from './database';
import { dropLateIndexes, makeLateIndexes, prepareLateIndexes } from './late-indexes';
import { columnName, indexColumns, type TableSpec } from './table-spec';

/** Counters of `increment`. No column types: numbers stay the doubles they are. */
export const COUNTERS = 'counter_';
/** Which collections the file has, so that those of another version can be dropped too. */
const CATALOG = 'catalog_';
/** Stands in the catalog, where no collection can have that name, as long as older code's documents may lack something. */
const OUTDATED = 'outdated_';

/** Rows whose added columns are filled by one statement. */
const AT_ONCE = 500;

/** Makes what every file has. */
export function prepareFile(db: Database): void {
  db.connection.function(
    'field_column',
    { deterministic: true, directOnly: true },
    (json, field) => {
      const document: Stored = JSON.parse(String(json));
      return toColumn(document[String(field)]);
    },
  );
  db.connection.exec(
    `create table if not exists ${CATALOG} (name text primary key, kind text not null);` +
      `create table if not exists ${COUNTERS} (key text primary key, value, expires_at);` +
      `create index if not exists "${COUNTERS}.expires_at" on ${COUNTERS} (expires_at)`,
  );
  prepareLateIndexes(db);
}

/**
 * Brings a table to its declaration: makes it, or adds and drops columns and indexes. Added columns are filled. Answers whether
 * one was added to documents that are derived, of this table or another: code that did not know it wrote there, before or
 * between. So until derived tables are dropped.
 */
export function reconcile(db: Database, spec: TableSpec): boolean {
  return db.whole(() => {
    db.prepare(
      `insert into ${CATALOG} values (?, ?) on conflict (name) do update set kind = excluded.kind where kind <> excluded.kind`,
    ).run(spec.name, spec.kind);
    const wasOther = dropOtherForm(db, spec);
    // The key is not the table's own key: rows are appended, and only the small unique index is entered at random.
    db.connection.exec(
      `create table if not exists "${spec.name}" (row_id integer primary key, id text not null unique${spec.plain ? '' : ', doc text not null'})`,
    );
    dropObsoleteIndexes(db, spec);
    dropLateIndexes(db, spec.name, spec.indexes);
    const isOutdated = (reconcileColumns(db, spec) && hasRows(db, spec.name)) || wasOther;
    if (isOutdated && spec.kind === 'derived')
      db.prepare(`insert or ignore into ${CATALOG} values (?, 'derived')`).run(OUTDATED);
    for (const [name, entries] of wantedIndexes(spec))
      db.connection.exec(`create index if not exists "${name}" on "${spec.name}" ${entries}`);
    makeLateIndexes(db, spec);
    return db.prepare(`select 1 from ${CATALOG} where name = ?`).get(OUTDATED) !== undefined;
  });
}

/** Drops every derived table of the file, whoever declared it. */
export function dropDerivedTables(db: Database): void {
  for (const row of db.prepare(`select name from ${CATALOG} where kind = 'derived'`).all()) {
    const name = String(row['name']);
    dropLateIndexes(db, name);
    db.connection.exec(`drop table if exists "${name}"`);
  }
  db.connection.exec(`delete from ${CATALOG} where kind = 'derived'`);
}

/** Names of SQLite's own indexes and what they hold; the one that finds what has expired is left out where another begins with it. */
function wantedIndexes({ name, indexes, expire }: TableSpec): ReadonlyMap<string, string> {
  const wanted = new Map<string, string>();
  const kept = indexes.filter(({ late }) => !late);
  for (const index of kept) {
    const which = index.sparse ? ` where ${columnName(index.sort)} is not null` : '';
    wanted.set(index.name, `(${indexColumns(index).all.join(', ')})${which}`);
  }
  const served = kept.some(
    ({ equal, sort, sparse }) => !sparse && (equal[0] ?? sort) === expire?.field,
  );
  if (expire && !served)
    wanted.set(`${name}.expire.${expire.field}`, `(${columnName(expire.field)})`);
  return wanted;
}

/** Drops a table whose documents are in the other form, as code of another version had them. Answers whether there were any. */
function dropOtherForm(db: Database, { name, plain }: TableSpec): boolean {
  const columns = columnsOf(db, name);
  if (columns.length === 0 || columns.includes('doc') !== plain) return false;
  const had = hasRows(db, name);
  dropLateIndexes(db, name);
  db.connection.exec(`drop table "${name}"`);
  return had;
}

function dropObsoleteIndexes(db: Database, spec: TableSpec): void {
  const wanted = wantedIndexes(spec);
  const found = db.prepare(
    "select name from sqlite_master where type = 'index' and tbl_name = ? and sql is not null",
  );
  for (const row of found.all(spec.name)) {
    const name = String(row['name']);
    if (!wanted.has(name)) db.connection.exec(`drop index "${name}"`);
  }
}

/** Answers whether columns were added. */
function reconcileColumns(db: Database, spec: TableSpec): boolean {
  const existing = new Set(columnsOf(db, spec.name).filter((name) => name.startsWith('f_')));
  const added = spec.columns.filter((field) => !existing.delete(columnName(field)));
  for (const field of added)
    db.connection.exec(`alter table "${spec.name}" add column ${columnName(field)}`);
  if (added.length > 0 && !spec.plain) fill(db, spec.name, added);
  // What is left was declared once: kept, it would be taken for filled when it is declared again.
  for (const column of existing)
    db.connection.exec(`alter table "${spec.name}" drop column ${column}`);
  return added.length > 0;
}

/** Takes added columns from the documents, so many rows at a time: what a statement reads and changes is held in memory until it ends. */
function fill(db: Database, table: string, fields: readonly string[]): void {
  const ends = `select (select min(row_id) from "${table}") as first, (select max(row_id) from "${table}") as last`;
  const { first, last } = db.connection.prepare(ends).get() ?? {};
  const values = fields.map((field) => `${columnName(field)} = field_column(doc, '${field}')`);
  const update = db.connection.prepare(
    `update "${table}" set ${values.join(', ')} where row_id between ? and ?`,
  );
  for (let row = Number(first); row <= Number(last); row += AT_ONCE)
    update.run(row, row + AT_ONCE - 1);
}

/** The columns of a table; none where there is no such table. */
const columnsOf = (db: Database, table: string): readonly string[] =>
  db
    .prepare('select name from pragma_table_info(?)')
    .all(table)
    .map((row) => String(row['name']));

function hasRows(db: Database, table: string): boolean {
  const found = db.prepare(`select max(row_id) as newest from "${table}"`).get();
  return found?.['newest'] !== null;
}
