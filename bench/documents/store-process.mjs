// A read model in a process of its own: fills it, and reads pages of it, as the house does. Its argument is `{ path }` or `{ url }`.
import mongodb from '../../libs/readmodel/dist/mongodb/index.js';
import readmodel from '../../libs/readmodel/dist/index.js';
import { EVENTS } from './events.mjs';
import { ISSUES } from './issues.mjs';

/** As many as an ingest that is busy writes at once. */
const AT_ONCE = 250;
const LISTS = { events: EVENTS, issues: ISSUES };

const { path, url } = JSON.parse(process.argv[2]);
const store = path
  ? await readmodel.openEmbeddedReadModel({ path, expires: false })
  : await mongodb.openMongoReadModel({ url, expires: false });

const spent = () => {
  const { user, system } = process.cpuUsage();
  return { cpu: user + system, wall: performance.now() * 1_000 };
};
const since = (before, count) => {
  const now = spent();
  return { cpu: (now.cpu - before.cpu) / count, wall: (now.wall - before.wall) / count };
};

/** Inserts documents `from` to `to`. Answers µs of each, the making of it left out: `{ cpu, wall }`. */
async function fill({ list, from, to }) {
  const { collection, documentNumber } = LISTS[list];
  await store.declare(collection);
  const all = { cpu: 0, wall: 0 };
  for (let i = from; i < to; i += AT_ONCE) {
    const count = Math.min(AT_ONCE, to - i);
    const documents = Array.from({ length: count }, (_, n) => documentNumber(i + n));
    const before = spent();
    await store.insert(collection, documents);
    const { cpu, wall } = since(before, to - from);
    all.cpu += cpu;
    all.wall += wall;
  }
  return all;
}

/** Reads a page again and again. Answers µs of each: `{ cpu, wall }`, and how many items it has. */
async function read({ list, query, times }) {
  const before = spent();
  let page;
  for (let n = 0; n < times; n += 1) page = await LISTS[list].page(store, query);
  return { ...since(before, times), items: page.data.length };
}

/** The cursor behind so many items, or behind all that there are: `{ cursor, items }`. */
async function walk({ list, query, items }) {
  let [cursor, seen] = [undefined, 0];
  while (seen < items) {
    const limit = String(Math.min(1_000, items - seen));
    const asked = { ...query, limit, ...(cursor && { cursor }) };
    const { data, pagination } = await LISTS[list].page(store, asked);
    if (pagination.next_cursor === null) break;
    seen += data.length;
    cursor = pagination.next_cursor;
  }
  return { cursor, items: seen };
}

const WORK = { fill, read, walk, close: () => store.close() };
process.once('disconnect', () => process.exit());
process.on('message', async ({ what, ...asked }) => process.send((await WORK[what](asked)) ?? {}));
process.send({ url: null });
