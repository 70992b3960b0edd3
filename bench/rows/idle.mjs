import { setTimeout as wait } from 'node:timers/promises';
import { createAgents } from '../kit/agents.mjs';
import { DEPLOYMENTS, openDeployment } from '../kit/deployments.mjs';

export const about = { seconds: 70, servers: true };

/** V8 collects once more some time after a process has come to rest: that is of what it did before. */
const [SETTLE_MS, REST_MS] = [25_000, 25_000];

/** What every process of some houses uses while nobody asks anything, in percent of a core. @returns a list for each house */
async function atRest(houses) {
  await wait(SETTLE_MS);
  const processes = houses.map((house) => Object.entries(house.processes));
  const used = () => processes.map((those) => those.map(([, { cpu }]) => cpu()));
  const before = used();
  const began = performance.now();
  await wait(REST_MS);
  const after = used();
  const took = (performance.now() - began) * 1_000;
  return processes.map((those, house) =>
    those.map(([name, { memory }], i) => ({
      name,
      used: ((after[house][i] - before[house][i]) / took) * 100,
      memory: memory(),
    })),
  );
}

function figureOf(deployment, processes) {
  const used = processes.map((process) => process.used);
  return {
    ...{ row: '9', name: `CPU of an idle process, ${deployment}`, unit: '%', better: 'lower' },
    ...{ value: Math.max(...used), low: Math.min(...used), high: Math.max(...used) },
    ...{ floor: 1, aim: 0.3 },
    sides: processes.map(({ name, used: percent, memory }) => ({
      ...{ name: `${name} (${percent.toFixed(2)} %)`, memory },
    })),
  };
}

/** Row 9: the idlest house is the one whose busiest process does least. All deployments rest at the same time. */
export async function measure({ servers }) {
  const houses = [];
  try {
    for (const deployment of DEPLOYMENTS) {
      houses.push(await openDeployment(deployment, { servers }));
      await createAgents(houses.at(-1), 10);
    }
    const measured = await atRest(houses);
    return DEPLOYMENTS.map((deployment, i) => figureOf(deployment, measured[i]));
  } finally {
    for (const house of houses) await house.stop();
  }
}
