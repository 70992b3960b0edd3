import { statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Collection, collection, type Index } from '../collection';
import { openEmbeddedReadModel } from './open-embedded-read-model';
import type { EmbeddedReadModel } from './embedded-read-model';
import { tableSpec } from './table-spec';

interface Row {
  readonly id: string;
  readonly kind: string;
  readonly open: boolean;
  readonly at: string;
}
const rows = (...indexes: Index<Row>[]) => collection<Row>({ name: 'rows', indexes });
const BY_KIND: Index<Row> = { equal: ['kind'], sort: 'at' };
const BY_OPEN: Index<Row> = { equal: ['open'], sort: 'at' };

describe('the file of the read model', () => {
  let directory: string;
  let path: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'read-model-'));
    path = join(directory, 'read-model.db');
  });
  afterEach(() => rm(directory, { recursive: true }));

  const withStore = async <T>(use: (store: EmbeddedReadModel) => Promise<T>): Promise<T> => {
    const store = await openEmbeddedReadModel({ path });
    try {
      return await use(store);
    } finally {
      await store.close();
    }
  };
  const names = (sql: string): string[] => {
    const file = new DatabaseSync(path);
    const found = file.prepare(sql).all();
    file.close();
    return found.map((row) => String(row['name']));
  };
  const insert = (c: Collection<Row>, ...documents: Row[]) =>
    withStore(async (store) => {
      await store.declare(c);
      await store.insert(c, documents);
    });
  const a: Row = { id: 'a', kind: 'k', open: true, at: '1' };
  const b: Row = { id: 'b', kind: 'k', open: false, at: '2' };

  it('an index declared later serves the documents that were there before', async () => {
    await insert(rows(BY_KIND), a, b);
    const both = rows(BY_KIND, BY_OPEN);
    await withStore(async (store) => {
      await store.declare(both);
      const page = (open: boolean) => store.page(both, { equal: { open }, sort: 'at', limit: 9 });
      expect(await page(true)).toEqual([a]);
      expect(await page(false)).toEqual([b]);
    });
  });

  it('an index declared later serves every document, however many there are and wherever others have gone', async () => {
    const many = Array.from({ length: 1_700 }, (_, n): Row => ({ ...a, id: `${n}`, at: `${n}` }));
    await insert(rows(BY_KIND), ...many);
    const file = new DatabaseSync(path);
    file.exec('delete from rows where row_id < 300 or row_id between 900 and 1500');
    file.close();
    await withStore(async (store) => {
      const both = rows(BY_KIND, BY_OPEN);
      await store.declare(both);
      const page = await store.page(both, { equal: { open: true }, sort: 'at', limit: 9_999 });
      expect(page).toHaveLength(1_700 - 299 - 601);
    });
  });

  it('a start that has nothing to change writes nothing, so that it needs no room on the disk', async () => {
    await insert(rows(BY_KIND, { ...BY_OPEN, late: true }), a, b);
    await withStore((store) => store.declare(rows(BY_KIND, { ...BY_OPEN, late: true })));
    await withStore(async (store) => {
      await store.declare(rows(BY_KIND, { ...BY_OPEN, late: true }));
      expect(statSync(`${path}-wal`).size).toBe(0);
    });
  });

  const outdated = (c: Collection<Row>): Promise<boolean> =>
    withStore(async (store) => {
      await store.declare(c);
      return store.isOutdated;
    });
  const { open: _, ...older } = a;

  it('documents that lack what is declared of them now say that they are outdated, others do not', async () => {
    await insert(rows(BY_KIND));
    expect(await outdated(rows(BY_KIND, BY_OPEN))).toBe(false);
    await insert(rows(BY_KIND), older as Row);
    expect(await outdated(rows(BY_KIND, BY_OPEN))).toBe(true);
    // A process that was killed before it made them again leaves that to the next.
    expect(await outdated(rows(BY_KIND, BY_OPEN))).toBe(true);
    await withStore((store) => store.dropDerived());
    expect(await outdated(rows(BY_KIND, BY_OPEN))).toBe(false);
  });

  it('what older code wrote between two times of newer code is outdated, too', async () => {
    await insert(rows(BY_KIND, BY_OPEN), b);
    await insert(rows(BY_KIND), older as Row);
    expect(await outdated(rows(BY_KIND, BY_OPEN))).toBe(true);
  });

  it('kept documents are never outdated: nothing could make them again', async () => {
    await insert({ ...rows(BY_KIND), kind: 'kept' }, older as Row);
    expect(await outdated({ ...rows(BY_KIND, BY_OPEN), kind: 'kept' })).toBe(false);
  });

  it('documents in a form of another version are gone, and say that they are outdated', async () => {
    const plain = { ...rows(BY_KIND), fields: { kind: true, open: true, at: true } } as const;
    await insert(rows(BY_KIND, { ...BY_OPEN, late: true }), a, b);
    expect(await outdated(plain)).toBe(true);
    expect(await outdated(plain)).toBe(true);
    await withStore(async (store) => {
      await store.declare(plain);
      expect(await store.count(plain)).toBe(0);
      await store.dropDerived();
      await store.insert(plain, [a]);
    });
    expect(await outdated(plain)).toBe(false);
    expect(await outdated(rows(BY_KIND))).toBe(true);
  });

  it('kept documents are in one form: nothing could make them again in another', () => {
    const kept = { ...rows(BY_KIND), kind: 'kept', fields: { kind: true, open: true, at: true } };
    expect(() => tableSpec(kept as Collection<Row>)).toThrow('rows is kept');
  });

  it('what is declared no longer is dropped, and filled again when it comes back', async () => {
    await insert(rows(BY_KIND, BY_OPEN), a);
    await insert(rows(BY_OPEN), b);
    expect(names("select name from pragma_table_info('rows')")).not.toContain('f_kind');
    expect(names("select name from sqlite_master where type = 'index'")).not.toContain(
      'rows.kind.at',
    );

    const again = rows(BY_KIND);
    await withStore(async (store) => {
      await store.declare(again);
      expect(await store.page(again, { equal: { kind: 'k' }, sort: 'at', limit: 9 })).toEqual([
        b,
        a,
      ]);
    });
  });

  it('a sparse index takes the place of the whole one, and has an entry only of what has the sort field', async () => {
    const { at: _, ...never } = b;
    await insert(rows(BY_KIND), a, never as Row);
    const sparse = rows({ ...BY_KIND, sparse: true });
    await withStore(async (store) => {
      await store.declare(sparse);
      await store.write(sparse, [{ id: 'c', insert: { kind: 'k', open: true, at: '3' } }]);
      await store.write(sparse, [{ id: 'a', unset: ['at'] }]);
      const page = await store.page(sparse, { equal: { kind: 'k' }, sort: 'at', limit: 9 });
      expect(page.map(({ id }) => id)).toEqual(['c']);
    });
    const file = new DatabaseSync(path);
    file.exec('analyze');
    const stored = file.prepare("select idx, stat from sqlite_stat1 where idx like 'rows.%'").all();
    file.close();
    expect(stored).toEqual([{ idx: 'rows.kind.at.sparse', stat: '1 1 1 1' }]);
  });

  it('dropDerived also drops what an older version had declared', async () => {
    await insert(rows(BY_KIND), a);
    await withStore((store) => store.dropDerived());
    expect(names("select name from sqlite_master where name = 'rows'")).toEqual([]);
  });

  it('a collection declared twice, each time otherwise, is a mistake', async () => {
    await withStore(async (store) => {
      await store.declare(rows(BY_KIND));
      await expect(store.declare(rows(BY_OPEN))).rejects.toThrow(/rows is declared twice/);
    });
  });

  it.each(['Rows', 'a-b', 'x"; drop table y'])('%s cannot name a collection', async (name) => {
    await withStore(async (store) => {
      await expect(store.declare({ ...rows(), name })).rejects.toThrow(/use snake_case/);
    });
  });

  it('pages of 4 KiB, a write-ahead log', async () => {
    await insert(rows(BY_KIND), a);
    const file = new DatabaseSync(path);
    expect(file.prepare('pragma page_size').get()).toEqual({ page_size: 4096 });
    expect(file.prepare('pragma journal_mode').get()).toEqual({ journal_mode: 'wal' });
    file.close();
  });

  it('a file made by a newer version is refused with a sentence that says what to do', async () => {
    await insert(rows(BY_KIND), a);
    const file = new DatabaseSync(path);
    file.exec('pragma user_version = 99');
    file.close();
    await expect(openEmbeddedReadModel({ path })).rejects.toThrow(
      /made by a newer version \(layout 99.*rebuild it from the log/,
    );
  });
});
