import { measureSide, prepareAgents } from '../ingest/sides.mjs';
import { openLoad } from '../kit/load.mjs';

export const about = { seconds: 120, servers: false };

/** Connections, and how many observations are measured on them: one connection waits for the disk each time. */
const POINTS = [
  [1, 2_000],
  [16, 10_000],
  [128, 20_000],
  [512, 20_000],
];
const SIDES = { 'bare Fastify': 'bare Fastify', ingest: 'ingest, embedded' };

async function seriesOf(side, given) {
  const points = [];
  for (const [connections, requests] of POINTS) {
    const amount = { connections, requests, warmUp: requests / 2 };
    points.push([connections, (await measureSide(side, { ...given, ...amount })).cpu]);
  }
  return { name: SIDES[side], points };
}

/** How the cost of an observation falls with the connections that it shares its group with. */
export async function draw() {
  const given = { agents: await prepareAgents(), load: await openLoad() };
  try {
    const series = [];
    for (const side of Object.keys(SIDES)) series.push(await seriesOf(side, given));
    return [
      {
        ...{ name: 'connections', title: 'Cost of an observation by connections', log: true },
        ...{ x: 'connections', y: 'µs CPU per observation', series },
        model: 'y = a + b / (observations in a group), which are as many as connections, up to 500',
        bend: 'falls as a group shares one fsync and one transaction; flat from about 128 on',
      },
    ];
  } finally {
    await given.load.stop();
    await given.agents.remove();
  }
}
