import { Unavailable } from '@parapet/contracts';
import type { Collection, Document, PageQuery, ReadModel, Scalar } from '@parapet/readmodel';
import { decodeCursor, encodeCursor, type Place } from './cursor';
import { comparePlaces, merged } from './merged';
import { DEFAULT_LIMIT, limitOf, type RawQuery, scalar } from './query';

/** The spec's envelope. */
export interface Page<T> {
  readonly data: readonly T[];
  readonly pagination: { readonly next_cursor: string | null; readonly has_more: boolean };
}

/** Fields and what stands in them. */
type Equal<D extends Document> = Readonly<Partial<Record<keyof D & string, Scalar>>>;

export interface ListSpec<D extends Document> {
  /** Name of the list: a cursor of one list is refused by another. */
  readonly list: string;
  readonly collection: Collection<D>;
  readonly equal: Equal<D>;
  /** What else an item has, one of these: the list is made of one scan for each. The times and ids of such a list are ASCII. */
  readonly parts?: readonly Equal<D>[];
  /** Filters that no `equal` holds, in words: a cursor is tied to them too. */
  readonly asked?: Readonly<Record<string, string>>;
  readonly sort: keyof D & string;
  /** Only items whose sort field is above it. */
  readonly above?: Scalar;
  /** Only items whose sort field is below it. */
  readonly below?: Scalar;
  /** What of an item may be long in an answer: a value, JSON as text, or the number of its bytes. */
  readonly long?: (document: D) => unknown;
  /** Documents that are read at a time, where each may be long: of a whole list these are held for as long as its client likes. */
  readonly atATime?: number;
  /** Drops items after they were read (for what no index can know). */
  readonly keep?: (document: D) => boolean;
}

type Range<D extends Document> = Omit<ListSpec<D>, 'list'>;

/** Documents that are read at a time: between two times others have their turn. */
const AT_A_TIME = 128;
/** Bytes after which a page ends, though it has fewer items than it may have. */
const MOST_BYTES = 8 * 1024 * 1024;
/** After which a page ends, though a filter that no index knows left it few of what was read, or none. */
const PATIENCE_MS = 5_000;

const placeOf = <D extends Document>(spec: Range<D>, d: D): Place => ({
  sort: d[spec.sort] as string | number,
  id: d.id,
});

const boundsOf = <D extends Document>({ above, below }: Range<D>) => ({
  ...(above !== undefined && { above }),
  ...(below !== undefined && { below }),
});

/** Documents of the range in order, newest first, those that it drops too, in chunks of at most `wanted`, from behind `after` on. */
function chunks<D extends Document>(
  store: ReadModel,
  spec: Range<D>,
  wanted: number,
  after?: Place,
): AsyncGenerator<readonly D[]> {
  const parts = partsOf(spec);
  const [first, ...others] = parts;
  if (first && others.length === 0) return scan(store, first, wanted, { after });
  const each = Math.min(wanted, Math.ceil(AT_A_TIME / parts.length));
  const scans = parts.map((part) => scan(store, part, each, { after }));
  return merged(scans, (document) => placeOf(spec, document));
}

/** The range as one scan reads it, for each that it is made of. */
const partsOf = <D extends Document>({ parts, ...spec }: Range<D>): readonly Range<D>[] =>
  parts?.map((part) => ({ ...spec, equal: { ...spec.equal, ...part } })) ?? [spec];

/** Other documents took the place of those that a list began with: an end would not be the end of the list. */
class Exchanged extends Unavailable {
  constructor() {
    super('The documents were exchanged while they were read');
  }
}

/** What one index scan finds of it. @throws Exchanged */
async function* scan<D extends Document>(
  store: ReadModel,
  spec: Range<D>,
  wanted: number,
  { after, ...but }: Pick<PageQuery<D>, 'without'> & { readonly after?: Place | undefined },
): AsyncGenerator<readonly D[]> {
  const size = Math.min(wanted, spec.atATime ?? AT_A_TIME);
  const began = store.generations?.current();
  for (let from = after; ;) {
    const page: PageQuery<D> = {
      ...{ equal: spec.equal, sort: spec.sort, limit: size },
      ...boundsOf(spec),
      ...(from && { after: from }),
      ...but,
    };
    const found = await store.page(spec.collection, page);
    if (store.generations?.current() !== began) throw new Exchanged();
    yield found;
    const last = found.at(-1);
    if (found.length < size || !last) return;
    from = placeOf(spec, last);
  }
}

/** What a page takes of a list. */
interface Taken<D> {
  readonly data: readonly D[];
  /** The last document that was read, where there may be more to take behind it. */
  readonly upTo: D | undefined;
}

/** As they are sent: a character may be three. */
function bytesOf(long: unknown): number {
  if (typeof long === 'number') return long;
  return Buffer.byteLength(typeof long === 'string' ? long : JSON.stringify(long));
}

/** At most so many documents; fewer where they are too long together, or where too little of what was read is kept. */
async function enough<D extends Document>(
  found: AsyncIterable<readonly D[]> | Iterable<readonly D[]>,
  limit: number,
  { keep, long = () => 0 }: Pick<Range<D>, 'keep' | 'long'>,
): Promise<Taken<D>> {
  const end = keep ? performance.now() + PATIENCE_MS : Infinity;
  const data: D[] = [];
  let bytes = 0;
  const isFull = (): boolean => data.length === limit || bytes > MOST_BYTES;
  let last: D | undefined;
  for await (const chunk of found) {
    for (const document of chunk) {
      const isKept = !keep || keep(document);
      if (isKept && isFull()) return { data, upTo: last };
      last = document;
      if (!isKept) continue;
      bytes += bytesOf(long(document));
      data.push(document);
    }
    if (performance.now() > end) return { data, upTo: last };
  }
  return { data, upTo: undefined };
}

/**
 * The page with what is in none of its parts: what went from one to another while they were read, and was in each only while that was
 * not. All parts are looked at again from the first to the last item, for what is not known: as a rule there is nothing, and
 * nothing but the index is read.
 */
async function withMoved<D extends Document>(
  store: ReadModel,
  spec: ListSpec<D>,
  { data, upTo }: Taken<D>,
  { limit, after }: { readonly limit: number; readonly after: Place | undefined },
): Promise<Taken<D>> {
  const end = upTo && placeOf(spec, upTo);
  const without = data.map(({ id }) => id);
  const moved = new Map<string, D>();
  const look = async (part: Range<D>): Promise<void> => {
    const from = end ? { ...part, above: justBelow(end, part) } : part;
    for await (const found of scan(store, from, AT_A_TIME, { after, without }))
      for (const document of found)
        if (!end || comparePlaces(placeOf(spec, document), end) > 0)
          moved.set(document.id, document);
  };
  await Promise.all(partsOf(spec).map(look));
  if (moved.size === 0) return { data, upTo };
  const all = [...data, ...moved.values()].sort((a, b) =>
    comparePlaces(placeOf(spec, b), placeOf(spec, a)),
  );
  const taken = await enough([all], limit, spec);
  return { data: taken.data, upTo: taken.upTo ?? upTo };
}

/** A bound of the range that has the place above it, and little else below that. */
function justBelow<D extends Document>({ sort }: Place, { above }: Range<D>): Scalar {
  const below = typeof sort === 'number' ? sort - 1 : sort.slice(0, -1);
  return above !== undefined && above > below ? above : below;
}

/** Reads one page, newest first, by the `limit` and `cursor` of the query. @throws Problem, Unavailable */
export async function listPage<D extends Document, T>(
  store: ReadModel,
  query: RawQuery,
  spec: ListSpec<D>,
  render: (document: D) => T,
): Promise<Page<T>> {
  const limit = limitOf(query) ?? DEFAULT_LIMIT;
  const filters = { ...spec.equal, ...spec.asked, ...boundsOf(spec) };
  const cursor = scalar(query, 'cursor');
  const after = cursor === undefined ? undefined : decodeCursor(spec.list, filters, cursor);
  // One more than it may hold says whether there is a next page.
  const wanted = spec.keep ? AT_A_TIME : limit + 1;
  const take = async (): Promise<Taken<D>> => {
    const taken = await enough(chunks(store, spec, wanted, after), limit, spec);
    const isOne = partsOf(spec).length === 1;
    return isOne ? taken : withMoved(store, spec, taken, { limit, after });
  };
  const { data, upTo } = await take().catch((error: unknown) => {
    if (error instanceof Exchanged) return take();
    throw error;
  });
  const next_cursor = upTo ? encodeCursor(spec.list, filters, placeOf(spec, upTo)) : null;
  return { data: data.map(render), pagination: { next_cursor, has_more: next_cursor !== null } };
}

/** Every item, newest first, read in pages: for the lists that have no limit in the spec. @throws Unavailable */
export async function* listAll<D extends Document>(
  store: ReadModel,
  spec: Range<D>,
): AsyncGenerator<D> {
  for await (const found of listChunks(store, spec)) yield* found;
}

/** Every item, newest first, so many at a time. @throws Unavailable */
export async function* listChunks<D extends Document>(
  store: ReadModel,
  spec: Range<D>,
  size = AT_A_TIME,
): AsyncGenerator<readonly D[]> {
  const { keep } = spec;
  for await (const found of chunks(store, spec, size)) yield keep ? found.filter(keep) : found;
}
