import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { expectOk } from './kit/client.mjs';
import { ATTACKS } from './hostile/attacks.mjs';
import { openHouse } from './kit/house.mjs';
import { observations } from './kit/observations.mjs';
import { measure } from './kit/steady-client.mjs';

const MOST = 10;
/** What an attack gets to settle in once it holds all its connections: what lasts is measured, not its first blow. */
const WARM_MS = 3_000;

const MIX = { destinationOf: (n) => `d${n % 500}.example.com`, verdictOf: () => 'detected' };

/** Fills the house so that there is something to read, and makes whom the clients need. */
async function settle(house) {
  const admin = { token: house.adminToken };
  const newAgent = async (name) =>
    (
      await expectOk(`${house.url}/v1/agents`, {
        ...{ ...admin, method: 'POST' },
        body: JSON.stringify({ name, os: 'linux', kind: 'vanilla' }),
      })
    ).token;
  const newUser = async (_, i) => {
    const body = JSON.stringify({
      name: `reader ${i}`,
      permissions: ['issues:read', 'events:read'],
    });
    return (await expectOk(`${house.url}/v1/tokens`, { ...admin, method: 'POST', body })).token;
  };
  // Each token may ask 1,000 times an hour: the client that is measured must not be limited.
  const users = (count) => Promise.all(Array.from({ length: count }, newUser));
  const ours = { agentToken: await newAgent('ours'), userTokens: await users(100) };
  const theirs = { agentToken: await newAgent('theirs'), userTokens: await users(1) };
  const nextLong = observations({ ...MIX, filler: 'x'.repeat(4_000) });
  for (let n = 0; n < 1_000; n += 1)
    await expectOk(`${house.url}/v1/events_v2`, {
      ...{ method: 'PUT', token: theirs.agentToken, body: nextLong() },
    });
  return { ours, theirs };
}

/** Half of the requests record something new, half read the newest issues. */
const mixOf = (house, { agentToken, userTokens }) => {
  const nextBody = observations(MIX);
  return (n) => {
    if (n % 2 === 0)
      return {
        ...{ url: `${house.url}/v1/events_v2`, method: 'PUT', token: agentToken },
        body: nextBody(),
      };
    const token = userTokens[(n >> 1) % userTokens.length];
    return { url: `${house.url}/v1/issues?limit=20`, token };
  };
};

async function attacking(choice, during) {
  const attacker = fork(new URL('./hostile/attacker.mjs', import.meta.url), [
    JSON.stringify(choice),
  ]);
  const told = async () => {
    attacker.send('how many');
    return (await once(attacker, 'message'))[0];
  };
  try {
    while ((await told()).opened < choice.connections)
      await new Promise((later) => setTimeout(later, 100));
    await new Promise((warm) => setTimeout(warm, WARM_MS));
    const measured = await during();
    return { measured, did: await told() };
  } finally {
    attacker.kill('SIGKILL');
  }
}

const memory = (pids) =>
  pids
    .map((pid) => /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
    .map((kib) => `${Math.round(kib / 1024)} MiB`)
    .join(' + ');

const ms = (value) => value.toFixed(1).padStart(8);
const told = ({ p50, p99, longest }) => `p50 ${ms(p50)}  p99 ${ms(p99)}  longest ${ms(longest)}`;

/** See README.md. Resolves with the exit code: 1 when an attack costs a well-behaved client more than it may. */
export async function bench(args) {
  const { values } = parseArgs({
    args,
    options: {
      requests: { type: 'string', default: '2000' },
      rate: { type: 'string', default: '100' },
      connections: { type: 'string', default: '500' },
      only: { type: 'string' },
      gateway: { type: 'boolean', default: false },
    },
  });
  const pace = { requests: Number(values.requests), rate: Number(values.rate) };
  const connections = Number(values.connections);
  const attacks = Object.keys(ATTACKS).filter((name) => name.includes(values.only ?? ''));
  const house = await openHouse({ gateway: values.gateway });
  let worst = 0;
  try {
    const { ours, theirs } = await settle(house);
    const next = mixOf(house, ours);
    await measure(next, { ...pace, requests: pace.rate * 3 });
    console.log(
      `${cpus().length} cores for house, client and attacker; ${pace.requests} requests at ${pace.rate}/s; ${connections} hostile connections${values.gateway ? '; through a gateway' : ''}\n`,
    );
    for (const attack of attacks) {
      const quiet = await measure(next, pace);
      const port = Number(new URL(house.url).port);
      const choice = { attack, port, connections, known: theirs };
      const { measured, did } = await attacking(choice, () => measure(next, pace));
      const ratio = measured.p99 / quiet.p99;
      worst = Math.max(worst, measured.failed > 0 ? Infinity : ratio);
      console.log(
        `${attack}\n  quiet    ${told(quiet)}\n  hostile  ${told(measured)}  p99 × ${ratio.toFixed(1)}` +
          `\n  ${did.opened} connections, ${did.answered} answers; memory ${memory(house.pids)}; ${quiet.failed + measured.failed} of ours failed\n`,
      );
      // What was begun ends before the next quiet is measured.
      await measure(next, { ...pace, requests: pace.rate * 2 });
    }
  } finally {
    await house.stop();
  }
  console.log(`worst: p99 × ${worst.toFixed(1)}, at most ${MOST}`);
  return worst > MOST ? 1 : 0;
}
