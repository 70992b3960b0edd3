import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { unpackRows } from './row-chunk';
import { SqliteStore } from './sqlite-store';
import type { EventRow } from './store-protocol';

const LAYOUT = { notes: 2, rules: 1 };

const row = (id: string, time = '2026-01-01T00:00:00.000Z', json = '{}'): EventRow => [
  'key',
  id,
  'Noted',
  1,
  time,
  'tester',
  null,
  json,
];
const put = (store: SqliteStore, rows: readonly EventRow[], partition = 0) =>
  store.write({ appends: [{ topic: 'notes', partition, rows }], progress: [] });
const SWEEP = { topic: 'notes', partition: 0, from: 0, now: '2027-01-01T00:00:00.000Z' };
const idsIn = (store: SqliteStore, partition = 0) =>
  store
    .read({ topic: 'notes', partition, from: 0, to: Infinity, limit: 100 })
    .chunks.flatMap((chunk) => unpackRows(chunk, 'notes', partition))
    .map(({ position, meta }) => `${position.offset}:${meta.id}`);

describe('SqliteStore', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parapet-store-'));
    path = join(folder, 'log.db');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('answers the first offset of each partition it wrote to', () => {
    const store = new SqliteStore(path, LAYOUT);
    put(store, [row('a')]);
    const appends = [
      { topic: 'notes', partition: 0, rows: [row('b'), row('c')] },
      { topic: 'notes', partition: 1, rows: [row('d')] },
    ];
    expect(store.write({ appends, progress: [] })).toEqual([1, 0]);
    expect(store.ends()).toEqual({ notes: [3, 1], rules: [0] });
    store.close();
  });

  it('writes all of a write or nothing', () => {
    const store = new SqliteStore(path, LAYOUT);
    put(store, [row('a')]);
    // SQLite refuses the last row: a time is required.
    const broken: EventRow = JSON.parse('["key","c","Noted",1,null,"tester",null,"{}"]');
    const progress = [{ topic: 'notes', group: 'g', partition: 0, next: 1 }];
    const write = {
      appends: [{ topic: 'notes', partition: 0, rows: [row('b'), broken] }],
      progress,
    };
    expect(() => store.write(write)).toThrow('NOT NULL');
    expect(idsIn(store)).toEqual(['0:a']);
    expect(store.committed({ topic: 'notes', group: 'g' })).toEqual([0, 0]);
    expect(put(store, [row('d')])).toEqual([1]);
    store.close();
  });

  it('rule 2: positions are never reused, even after retention has emptied a partition and the file was opened again', () => {
    const store = new SqliteStore(path, LAYOUT);
    put(store, [row('a'), row('b'), row('c')]);
    const all = { ...SWEEP, before: '2026-02-01T00:00:00.000Z', limit: 100 };
    expect(store.sweep(all)).toEqual({ removed: 3, young: 0, next: null });
    expect(idsIn(store)).toEqual([]);
    store.close();
    const again = new SqliteStore(path, LAYOUT);
    expect(again.ends()).toMatchObject({ notes: [3, 0] });
    expect(put(again, [row('d')])).toEqual([3]);
    expect(idsIn(again)).toEqual(['3:d']);
    again.close();
  });

  it('removes by the time of the event, the oldest records first, so many at a time', () => {
    const store = new SqliteStore(':memory:', LAYOUT);
    const days = ['05', '01', '02', '09', '03'].map((d) => row(d, `2026-01-${d}T00:00:00.000Z`));
    put(store, days);
    const sweep = { ...SWEEP, before: '2026-01-04T00:00:00.000Z', now: '2026-01-06T00:00:00.000Z' };
    expect(store.sweep({ ...sweep, limit: 2 })).toEqual({ removed: 1, young: 1, next: 2 });
    expect(idsIn(store)).toEqual(['0:05', '2:02', '3:09', '4:03']);
    expect(store.sweep({ ...sweep, from: 2, limit: 2 })).toEqual({ removed: 1, young: 0, next: 4 });
    expect(store.sweep({ ...sweep, limit: 100 })).toEqual({ removed: 1, young: 1, next: null });
    expect(idsIn(store)).toEqual(['0:05', '3:09']);
    store.close();
  });

  it('rule 2: reads on past what retention removed', () => {
    const store = new SqliteStore(':memory:', LAYOUT);
    put(store, [row('a'), row('b')]);
    store.sweep({ ...SWEEP, before: '2027-01-01T00:00:00.000Z', limit: 10 });
    const range = { topic: 'notes', partition: 0, from: 0, limit: 10 };
    expect(store.read({ ...range, to: 2 })).toEqual({ chunks: [], next: 2 });
    store.close();
  });

  it('answers a bounded number of bytes, and where to read on', () => {
    const store = new SqliteStore(':memory:', LAYOUT);
    const large = JSON.stringify('x'.repeat(256 * 1024));
    put(
      store,
      Array.from({ length: 200 }, (_, i) => row(String(i), undefined, large)),
    );
    const range = { topic: 'notes', partition: 0, to: 200, limit: 500 };
    const first = store.read({ ...range, from: 0 });
    expect(first.chunks.flatMap((chunk) => unpackRows(chunk, 'notes', 0))).toHaveLength(64);
    expect(first.next).toBe(64);
    store.close();
  });

  it('never lets the progress of a group go back', () => {
    const store = new SqliteStore(':memory:', LAYOUT);
    const at = (next: number) => [{ topic: 'notes', group: 'g', partition: 1, next }];
    store.write({ appends: [], progress: at(5) });
    store.write({ appends: [], progress: at(3) });
    expect(store.committed({ topic: 'notes', group: 'g' })).toEqual([0, 5]);
    store.close();
  });

  it('rule 22: commits reach the disk: the file syncs every commit', () => {
    const store = new SqliteStore(path, LAYOUT);
    const db = Reflect.get(store, 'db');
    if (!(db instanceof DatabaseSync)) throw new Error('the store has a database');
    const pragma = (name: string) => Object.values(db.prepare(`pragma ${name}`).get() ?? {})[0];
    expect([pragma('synchronous'), pragma('journal_mode')]).toEqual([2, 'wal']);
    store.close();
  });

  it('rule 1: refuses a file with another number of partitions', () => {
    new SqliteStore(path, LAYOUT).close();
    expect(() => new SqliteStore(path, { notes: 3, rules: 1 })).toThrow(
      'topic notes is stored with 2 partitions and this version of Parapet expects 3',
    );
    const store = new SqliteStore(path, { ...LAYOUT, more: 4 });
    expect(store.ends()).toMatchObject({ more: [0, 0, 0, 0] });
    store.close();
  });

  it('refuses a file of another format, and one that is no log', () => {
    const other = new DatabaseSync(path);
    other.exec('pragma user_version = 9');
    other.close();
    expect(() => new SqliteStore(path, LAYOUT)).toThrow('has format 9');
    const text = join(folder, 'text.db');
    writeFileSync(text, 'not a database, but long enough to be looked at. '.repeat(100));
    expect(() => new SqliteStore(text, LAYOUT)).toThrow('is not a log of Parapet');
  });

  it('says which file is damaged, or cannot be opened, and what to do', () => {
    const store = new SqliteStore(path, LAYOUT);
    put(store, [row('a')]);
    store.close();
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.fill(7, 100));
    expect(() => new SqliteStore(path, LAYOUT)).toThrow(
      `the log ${path} is damaged: restore it from a backup`,
    );
    expect(() => new SqliteStore(folder, LAYOUT)).toThrow(`the log ${folder} cannot be opened`);
  });

  it('refuses a file that is open already, with a sentence that says what to do', () => {
    const store = new SqliteStore(path, LAYOUT);
    expect(() => new SqliteStore(path, LAYOUT)).toThrow(
      `${path} is in use by another process: a log has one owner`,
    );
    store.close();
    new SqliteStore(path, LAYOUT).close();
  });
});
