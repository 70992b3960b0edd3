import { join } from 'node:path';
import { EVENTS } from '../documents/events.mjs';
import { fillAtOnce } from '../documents/fill-at-once.mjs';
import { timeOf } from '../documents/halves.mjs';
import { ask, expectOk, keptConnections } from '../kit/client.mjs';
import { openHouse, temporaryFolder } from '../kit/house.mjs';
import { alternate, median, paired, sideOf } from '../kit/rounds.mjs';

export const about = { seconds: 60, rounds: 11, servers: false };

const DOCUMENTS = 1_000_000;
const PAGE = 100;
const FAR = 1_000;
/** Items that are asked for at a time on the way to a page that is far. */
const STRIDE = 900;
const REQUESTS = 50;

const { agent_id, type, verdict } = EVENTS.filters;
const since = new Date(timeOf(1_000)).toISOString();
const until = new Date(timeOf(DOCUMENTS - 1_000)).toISOString();
/** Each lets at least 100,000 documents through. */
const QUERIES = {
  'no filter': {},
  verdict: { verdict },
  'agent, of every verdict': { agent_id },
  'agent, type, of every verdict': { agent_id, type },
  'agent, type, verdict, between two times': { agent_id, type, verdict, since, until },
};

/** Row 6: a page of a list of a million documents, the first and the thousandth, through the API of the house in one process. */
export async function measure({ rounds }) {
  const folder = await temporaryFolder();
  await fillAtOnce(join(folder.path, 'documents.sqlite'), EVENTS, DOCUMENTS);
  const house = await openHouse({ folder: folder.path, settings: { RATE_LIMIT: 'off' } });
  try {
    const figures = [];
    for (const [name, query] of Object.entries(QUERIES))
      figures.push(await compare(house, name, query, rounds));
    return figures;
  } finally {
    await house.stop();
    await folder.remove();
  }
}

async function compare(house, name, query, rounds) {
  const list = listOf(house, query);
  const cursor = await list.cursorOf(FAR);
  const sides = [
    { name: 'page 1', run: () => list.readAgain({}) },
    { name: 'page 1,000', run: () => list.readAgain({ cursor }) },
  ];
  for (const { run } of sides) await run();
  const measured = await alternate(sides, rounds);
  const [first, far] = sides.map((side) => measured[side.name]);
  return {
    ...{ row: '6', name: `page 1,000 of 1 M events, ${name}, against page 1`, unit: 'ratio' },
    ...{ ...paired(far, first), floor: 1.3, aim: 1.1, better: 'lower' },
    sides: sides.map((side) => sideOf(side.name, measured[side.name])),
  };
}

function listOf({ url, adminToken: token, processes: [{ cpu }] }, query) {
  const agent = keptConnections(1);
  const pathOf = (more) => `${url}/v1/events?${new URLSearchParams({ ...query, ...more })}`;

  /** The cursor of the nth page. @throws Error when there are not so many */
  async function cursorOf(page) {
    let cursor;
    for (let seen = 0; seen < (page - 1) * PAGE; seen += STRIDE) {
      const path = pathOf({ limit: STRIDE, ...(cursor && { cursor }) });
      cursor = (await expectOk(path, { token, agent })).pagination.next_cursor;
      if (cursor === null) throw new Error(`${path} has no next page`);
    }
    return cursor;
  }

  /** Asks for the same page again and again. @returns µs of CPU and ms of each request */
  async function readAgain(more) {
    const path = pathOf({ limit: PAGE, ...more });
    const times = [];
    const before = cpu();
    for (let n = 0; n < REQUESTS; n += 1) {
      const began = performance.now();
      const { status, text } = await ask(path, { token, agent });
      if (status !== 200) throw new Error(`${path} was answered with ${status}: ${text}`);
      times.push(performance.now() - began);
    }
    return { cpu: (cpu() - before) / REQUESTS, p50: median(times) };
  }

  return { cursorOf, readAgain };
}
