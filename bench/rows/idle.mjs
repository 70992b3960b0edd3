import { setTimeout as wait } from 'node:timers/promises';
import { createAgents } from '../kit/agents.mjs';
import { DEPLOYMENTS, openDeployment } from '../kit/deployments.mjs';

export const about = { seconds: 120, servers: true };

/** V8 collects once more some time after a process has come to rest: that is of what it did before. */
const [SETTLE_MS, REST_MS] = [25_000, 25_000];

/** What every process of a deployment uses while nobody asks anything, in percent of a core. */
async function atRest(deployment, servers, restMs) {
  const house = await openDeployment(deployment, { servers });
  try {
    await createAgents(house, 10);
    await wait(SETTLE_MS);
    const processes = Object.entries(house.processes);
    const before = processes.map(([, { cpu }]) => cpu());
    const began = performance.now();
    await wait(restMs);
    const took = (performance.now() - began) * 1_000;
    return processes.map(([name, { cpu, memory }], i) => ({
      name,
      used: ((cpu() - before[i]) / took) * 100,
      memory: memory(),
    }));
  } finally {
    await house.stop();
  }
}

/** Row 9: the idlest house is the one whose busiest process does least. */
export async function measure({ servers }) {
  const figures = [];
  for (const deployment of DEPLOYMENTS) {
    const processes = await atRest(deployment, servers, REST_MS);
    const used = processes.map((process) => process.used);
    figures.push({
      ...{ row: '9', name: `CPU of an idle process, ${deployment}`, unit: '%', better: 'lower' },
      ...{ value: Math.max(...used), low: Math.min(...used), high: Math.max(...used) },
      ...{ floor: 1, aim: 0.3 },
      sides: processes.map(({ name, used: percent, memory }) => ({
        ...{ name: `${name} (${percent.toFixed(2)} %)`, memory },
      })),
    });
  }
  return figures;
}
