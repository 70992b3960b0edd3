import { startProcess } from '../kit/processes.mjs';
import { sideOf } from '../kit/rounds.mjs';
import { nameOf } from './combinations.mjs';

const PAGE = 100;
const FAR = 1_000;
/** What is inserted last tells what an insert costs in a store of that size. */
const TOLD = 0.2;

/**
 * Fills a list of a store up to one size after another. At each it tells what an insert costs, and of some queries the first
 * page and the thousandth, or the last where there are fewer: the median of some rounds, since one of them may have a full collection of
 * garbage in it that others left.
 * @param store `{ path }` of a file, or `{ url }` of a database
 * @param asked `list`: `events` or `issues`; `queries`: which pages are read, by filters; `rounds` of `times`: how often each
 * @returns by size `{ size, insert: { cpu, wall }, pages: [{ name, first, far }] }`, each of `{ cpu, wall }` in µs
 */
export async function growing(store, { list, queries, rounds = 10, times = 3 }, sizes) {
  const args = [JSON.stringify(store)];
  const { ask, stop } = await startProcess('bench/documents/store-process.mjs', {
    ...{ core: 'server', args },
  });
  const grown = [];
  let filled = 0;
  for (const size of sizes) {
    const told = Math.round(size - (size - filled) * TOLD);
    await ask({ what: 'fill', list, from: filled, to: told });
    const insert = await ask({ what: 'fill', list, from: told, to: size });
    filled = size;
    const pages = [];
    for (const query of queries)
      pages.push({
        name: nameOf(query),
        ...(await bothPages(ask, { list, query, rounds, times })),
      });
    grown.push({ size, insert, pages });
    console.error(`  ${size} ${list}: ${Math.round(insert.cpu)} µs CPU each`);
  }
  await ask({ what: 'close' });
  await stop();
  return grown;
}

async function bothPages(ask, { list, query, rounds, times }) {
  const { cursor } = await ask({ what: 'walk', list, query, items: (FAR - 1) * PAGE });
  const pages = { first: query, far: { ...query, ...(cursor && { cursor }) } };
  const read = {};
  for (const [name, asked] of Object.entries(pages)) {
    const again = { what: 'read', list, query: asked, times };
    await ask({ ...again, times: rounds * times });
    const told = [];
    for (let round = 0; round < rounds; round += 1) told.push(await ask(again));
    const { cpu, wall } = sideOf(name, told);
    read[name] = { cpu, wall };
  }
  return read;
}
