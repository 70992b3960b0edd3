import type { Collection, Document, PageQuery, ReadModel, Scalar } from '@parapet/readmodel';
import { decodeCursor, encodeCursor } from './cursor';
import { DEFAULT_LIMIT, limitOf, type RawQuery, scalar } from './query';

/** The spec's envelope. */
export interface Page<T> {
  readonly data: readonly T[];
  readonly pagination: { readonly next_cursor: string | null; readonly has_more: boolean };
}

export interface ListSpec<D extends Document> {
  /** Name of the list: a cursor of one list is refused by another. */
  readonly list: string;
  readonly collection: Collection<D>;
  readonly equal: Readonly<Partial<Record<keyof D & string, Scalar>>>;
  readonly sort: keyof D & string;
  /** Only items whose sort field is above it. */
  readonly above?: Scalar;
  /** Drops items after they were read (for what no index can know). */
  readonly keep?: (document: D) => boolean;
}

/** Reads one page, newest first, by the `limit` and `cursor` of the query. @throws Problem */
export async function listPage<D extends Document, T>(
  store: ReadModel,
  query: RawQuery,
  spec: ListSpec<D>,
  render: (document: D) => T,
): Promise<Page<T>> {
  const limit = limitOf(query) ?? DEFAULT_LIMIT;
  const filters = { ...spec.equal, ...(spec.above !== undefined && { above: spec.above }) };
  const cursor = scalar(query, 'cursor');
  let after = cursor === undefined ? undefined : decodeCursor(spec.list, filters, cursor);
  const place = (d: D): { sort: string | number; id: string } => ({
    sort: d[spec.sort] as string | number,
    id: d.id,
  });
  const kept: D[] = [];
  for (;;) {
    const page: PageQuery<D> = {
      equal: spec.equal,
      sort: spec.sort,
      limit: limit + 1,
      ...(spec.above !== undefined && { above: spec.above }),
      ...(after && { after }),
    };
    const found = await store.page(spec.collection, page);
    kept.push(...(spec.keep ? found.filter(spec.keep) : found));
    const last = found.at(-1);
    if (kept.length > limit || found.length <= limit || !last) break;
    after = place(last);
  }
  const data = kept.slice(0, limit);
  const last = data.at(-1);
  const more = kept.length > limit && last !== undefined;
  return {
    data: data.map(render),
    pagination: {
      next_cursor: more ? encodeCursor(spec.list, filters, place(last)) : null,
      has_more: more,
    },
  };
}

/** Every item, newest first, read in pages: for the lists that have no limit in the spec. */
export async function* listAll<D extends Document>(
  store: ReadModel,
  spec: Omit<ListSpec<D>, 'list'>,
): AsyncGenerator<D> {
  let after: { sort: string | number; id: string } | undefined;
  for (;;) {
    const found = await store.page(spec.collection, {
      ...{ equal: spec.equal, sort: spec.sort, limit: 1000 },
      ...(after && { after }),
    });
    yield* spec.keep ? found.filter(spec.keep) : found;
    const last = found.at(-1);
    if (found.length < 1000 || !last) return;
    after = { sort: last[spec.sort] as string | number, id: last.id };
  }
}
