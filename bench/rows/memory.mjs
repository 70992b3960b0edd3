import { createAgents } from '../kit/agents.mjs';
import { expectOk } from '../kit/client.mjs';
import { DEPLOYMENTS, openDeployment } from '../kit/deployments.mjs';
import { openLoad } from '../kit/load.mjs';
import { openReceiver } from '../webhooks/receiver.mjs';

export const about = { seconds: 150, servers: true };

const SECONDS = 60;
const AGENTS = 128;
/** Connections whose observations are issues, about one observation in ten. */
const CONNECTIONS = { allowed: 115, detected: 13 };
const SETTINGS = {
  ...{ WEBHOOK_ALLOW_HTTP: 'on', WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' },
  RATE_LIMIT_AGENT: '900000000/1h',
};

/** Sends on all connections for a minute. @returns observations per second */
async function send(house, tokens) {
  const loads = await Promise.all(Object.keys(CONNECTIONS).map(() => openLoad()));
  try {
    const told = await Promise.all(
      Object.entries(CONNECTIONS).map(([verdict, connections], i) =>
        loads[i].put({ url: house.url, tokens, verdict, connections, seconds: SECONDS }),
      ),
    );
    return told.reduce((sum, { perSecond }) => sum + perSecond, 0);
  } finally {
    for (const { stop } of loads) await stop();
  }
}

/** The most memory that every process of a deployment had under load (MiB). */
async function underLoad(deployment, { servers, receiver }) {
  const house = await openDeployment(deployment, { servers, settings: SETTINGS });
  try {
    const body = JSON.stringify({ url: receiver.url(0) });
    await expectOk(`${house.url}/v1/webhooks`, { method: 'POST', token: house.adminToken, body });
    const perSecond = await send(house, await createAgents(house, AGENTS));
    return Object.entries(house.processes).map(([name, { mostMemory }]) => ({
      ...{ name, memory: mostMemory(), perSecond },
    }));
  } finally {
    await house.stop();
  }
}

/** Row 10: each process by itself, in both deployments, with 128 connections and one issue in ten observations. */
export async function measure({ servers }) {
  const receiver = await openReceiver();
  const figures = [];
  try {
    for (const deployment of DEPLOYMENTS) {
      const sides = await underLoad(deployment, { servers, receiver });
      const memory = sides.map((side) => side.memory);
      figures.push({
        ...{ row: '10', name: `most memory of a process under load, ${deployment}`, unit: 'MiB' },
        ...{ value: Math.max(...memory), low: Math.min(...memory), high: Math.max(...memory) },
        ...{ floor: 256, aim: 180, better: 'lower', sides },
      });
    }
  } finally {
    await receiver.stop();
  }
  return figures;
}
