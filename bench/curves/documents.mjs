import { join } from 'node:path';
import { combinationsOf } from '../documents/combinations.mjs';
import { insertCurve, pageCurves } from '../documents/document-curves.mjs';
import { EVENTS } from '../documents/events.mjs';
import { growing } from '../documents/growing-store.mjs';
import { ISSUES } from '../documents/issues.mjs';
import { settingsOn } from '../kit/apart.mjs';
import { temporaryFolder } from '../kit/house.mjs';

export const about = { seconds: 500, servers: true };

const LISTS = { events: EVENTS.filters, issues: ISSUES.filters };
const SIZES = [10_000, 100_000, 1_000_000];
const FEW = SIZES.slice(0, 2);
const LONG = 10_000_000;

/**
 * What documents cost as their number grows: one more, and a page of each combination of filters, the first and the thousandth.
 * On the database apart that stands in for MongoDB only what an insert costs our process: how it reads a page is its own.
 * @param given `servers`; `long`: to ten million events, which takes a quarter of an hour more
 */
export async function draw({ servers, long = false }) {
  const folder = await temporaryFolder();
  try {
    const [inserts, curves] = [{}, []];
    for (const [list, filters] of Object.entries(LISTS)) {
      const file = { path: join(folder.path, `${list}.sqlite`) };
      const sizes = long && list === 'events' ? [...SIZES, LONG] : SIZES;
      const embedded = await growing(file, { list, queries: combinationsOf(filters) }, sizes);
      const database = { url: settingsOn(servers).MONGODB_URL };
      inserts[`${list}, embedded`] = embedded;
      inserts[`${list}, database apart`] = await growing(database, { list, queries: [] }, FEW);
      curves.push(...pageCurves(list, embedded));
    }
    return [insertCurve(inserts), ...curves];
  } finally {
    await folder.remove();
  }
}
