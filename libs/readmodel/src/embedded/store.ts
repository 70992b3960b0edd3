import { compare } from '@parapet/contracts';
import type { Change, Written } from '../read-model';
import { type Applied, applyChange, type Stored } from './apply-change';
import type { Answering, Calls, ClaimAsk, PageAsk, TallyAsk } from './calls';
import { toColumn, toColumns } from './column';
import type { Database } from './database';
import { LateIndexes } from './late-indexes';
import { pageSql } from './page-sql';
import {
  cutDown,
  documentOf,
  insertSql,
  type Row,
  rowOf,
  rowsOf,
  selected,
  tell,
  type Told,
} from './rows';
import { COUNTERS, dropDerivedTables, prepareFile, reconcile } from './schema';
import { columnName, type TableSpec } from './table-spec';
import { tallySql } from './tally-sql';
import type { CalledChange, WholeChange } from './whole-change';

/** Rows that one slice of a sweep removes from a table, at most: others wait no longer than that takes. */
const SLICE = 500;

/** Documents after which a tally gives way to other calls, at the end of a range: some milliseconds. */
const COUNTED_AT_ONCE = 50_000;

/** The documents in one SQLite file. Synchronous; whoever calls it holds the transaction. */
export class Store implements Answering {
  private readonly tables = new Map<string, TableSpec>();
  private readonly late: LateIndexes;

  constructor(private readonly db: Database) {
    prepareFile(db);
    this.late = new LateIndexes(db);
  }

  /** Begins what `commit` makes durable, or `rollback` undoes. */
  begin(): void {
    this.db.connection.exec('begin immediate');
  }

  commit(): void {
    this.db.connection.exec('commit');
  }

  rollback(): void {
    if (this.db.connection.isTransaction) this.db.connection.exec('rollback');
  }

  /** False when SQLite gave the transaction up by itself (disk full, I/O error): nothing of it remains. */
  inTransaction(): boolean {
    return this.db.connection.isTransaction;
  }

  close(): void {
    this.db.close();
  }

  declare(spec: TableSpec): boolean {
    const known = this.tables.get(spec.name);
    if (known && JSON.stringify(known) !== JSON.stringify(spec))
      throw new Error(`the collection ${spec.name} is declared twice, each time otherwise`);
    this.tables.set(spec.name, spec);
    return known === undefined && this.db.sortingOnDisk(() => this.make(spec));
  }

  get({ table, ids, fields }: Calls['get']['ask']): Told {
    const spec = this.spec(table);
    const found: Row[] = [];
    for (const id of new Set(ids)) {
      const row = this.find(spec, id, fields ?? undefined);
      if (row) found.push(row);
    }
    return tell(spec, fields ? cutDown(spec, found, fields) : found);
  }

  insert({ table, values }: Calls['insert']['ask']): boolean[] {
    const spec = this.spec(table);
    const insert = this.db.prepare(`${insertSql(spec)} on conflict (id) do nothing`);
    const rows = rowsOf(spec, values);
    const answers = rows.map(() => false);
    // Sorted, neighbours in the index are written together; the sort is stable, so the first of an id stays first.
    const sorted = [...rows.entries()].sort(([, [a]], [, [b]]) => compare(String(a), String(b)));
    for (const [place, row] of sorted) answers[place] = Number(insert.run(...row).changes) === 1;
    this.late.added(spec, rows.length);
    return answers;
  }

  write({ table, changes, documents }: Calls['write']['ask']): Written[] {
    const spec = this.spec(table);
    const parsed: CalledChange<Stored>[] = JSON.parse(changes);
    const written = parsed.map((change) =>
      'document' in change
        ? this.writeWhole(spec, change, documents[change.document] ?? '')
        : this.change(spec, change),
    );
    this.late.added(spec, written.length);
    return written;
  }

  page(ask: PageAsk): Told {
    const spec = this.spec(ask.table);
    const { sql, parameters } = pageSql(spec, ask, this.late.serving(spec, ask));
    return tell(spec, this.db.rows(sql).all(...parameters));
  }

  tally(ask: TallyAsk): number[] {
    const spec = this.spec(ask.table);
    const source = this.late.serving(spec, ask);
    const counts: number[] = [];
    let counted = 0;
    for (let i = 0; i + 1 < ask.bounds.length && counted < COUNTED_AT_ONCE; i += 1) {
      const { sql, parameters } = tallySql(spec, ask, i, source);
      const n = Number(this.db.prepare(sql).get(...parameters)?.['n']);
      counts.push(n);
      counted += n;
    }
    return counts;
  }

  claim({ table, equal, due, now, until, limit }: ClaimAsk): Told {
    const spec = this.spec(table);
    // `below` is exclusive, what is due now is not: no text lies between `now` and `now` + NUL.
    const scan = { equal, sort: due, order: 'asc', below: `${now}\0`, limit } as const;
    const { sql, parameters } = pageSql(spec, scan, this.late.serving(spec, scan));
    const claimed = this.db.rows(sql).all(...parameters);
    return tell(
      spec,
      claimed.map((row) => {
        const stored = documentOf(spec, row);
        return this.replace(spec, stored, { ...stored, [due]: until });
      }),
    );
  }

  increment({ key, by, expiresAt, now }: Calls['increment']['ask']): number {
    const counted = this.db
      .prepare(
        `insert into ${COUNTERS} as c values (?1, ?2, ?3) on conflict (key) do update` +
          ' set value = case when c.expires_at <= ?4 then ?2 else c.value + ?2 end, expires_at = ?3 returning value',
      )
      .get(key, by, expiresAt, now);
    return Number(counted?.['value']);
  }

  count(table: string): number {
    const row = this.db.prepare(`select count(*) as n from "${this.spec(table).name}"`).get();
    return Number(row?.['n']);
  }

  sweep(now: number): number {
    let gone = this.sweepSlice(COUNTERS, 'expires_at', now);
    for (const { name, expire } of this.tables.values()) {
      if (!expire) continue;
      const before = new Date(now - expire.afterMs).toISOString();
      gone += this.sweepSlice(name, columnName(expire.field), before);
    }
    return gone;
  }

  dropDerived(): undefined {
    this.db.whole(() => {
      dropDerivedTables(this.db);
      for (const spec of this.tables.values()) reconcile(this.db, spec);
    });
  }

  ping(): undefined {
    this.db.prepare('select 1').get();
  }

  private make(spec: TableSpec): boolean {
    const isOutdated = reconcile(this.db, spec);
    this.late.complete(spec);
    return isOutdated;
  }

  private spec(table: string): TableSpec {
    const spec = this.tables.get(table);
    if (spec) return spec;
    throw new Error(`the collection ${table} was not declared: call declare first`);
  }

  private find(spec: TableSpec, id: string, fields?: readonly string[]): Row | undefined {
    const wanted = selected(spec, fields).join(', ');
    return this.db.rows(`select ${wanted} from "${spec.name}" where id = ?`).get(id);
  }

  private change(spec: TableSpec, change: Change<Stored>): Written {
    const row = this.find(spec, change.id);
    const stored = row && documentOf(spec, row);
    const applied = applyChange(stored, change);
    this.store(spec, stored, applied);
    return applied.written;
  }

  private writeWhole(spec: TableSpec, change: WholeChange, document: string): Written {
    const { id, fields, columns, guard } = change;
    if (!fields) {
      const insert = this.db.prepare(`${insertSql(spec)} on conflict (id) do nothing`);
      if (insert.run(id, document, ...columns).changes === 1) return 'inserted';
      return this.change(spec, { id, ...(guard && { guard }) });
    }
    if (!guard || !('equals' in guard)) throw new Error(`what stands at ${id} is not known`);
    const set = fields.map((field) => `, ${columnName(field)} = ?`).join('');
    const { changes } = this.db
      .prepare(`update "${spec.name}" set doc = ?${set} where id = ? and json_extract(doc, ?) = ?`)
      .run(document, ...columns, id, `$."${guard.field}"`, toColumn(guard.equals));
    return changes === 1 ? 'updated' : 'unchanged';
  }

  private store(spec: TableSpec, stored: Stored | undefined, applied: Applied): void {
    if (applied.written === 'unchanged') return;
    const { document } = applied;
    if (stored) this.replace(spec, stored, document);
    else this.db.prepare(insertSql(spec)).run(...rowOf(spec, document));
  }

  /** Writes only the columns that differ: naming one makes SQLite write its indexes anew. Answers the row as it is selected. */
  private replace(spec: TableSpec, stored: Stored, document: Stored): Row {
    const before = toColumns(stored, spec.columns);
    const columns = toColumns(document, spec.columns);
    const json = spec.plain ? [] : [JSON.stringify(document)];
    const differing = spec.columns.filter((_, i) => columns[i] !== before[i]);
    const set = [...(spec.plain ? [] : ['doc']), ...differing.map(columnName)];
    if (set.length > 0)
      this.db
        .prepare(`update "${spec.name}" set ${set.map((c) => `${c} = ?`).join(', ')} where id = ?`)
        .run(...json, ...toColumns(document, differing), document.id);
    return spec.plain ? [document.id, ...columns] : json;
  }

  private sweepSlice(table: string, column: string, before: string | number): number {
    const { changes } = this.db
      .prepare(
        `delete from "${table}" where rowid in (select rowid from "${table}" where ${column} < ? order by ${column} limit ${SLICE})`,
      )
      .run(before);
    return Number(changes);
  }
}
