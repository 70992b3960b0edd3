import { parseArgs } from 'node:util';
import { openServers } from '../tools/servers/index.mjs';
import { openFlood } from './flood/flood.mjs';
import { createAgents } from './kit/agents.mjs';
import { expectOk } from './kit/client.mjs';
import { DEPLOYMENTS, openDeployment } from './kit/deployments.mjs';
import { BOUNDS, judgeProcess, judgeTimes } from './soak/judge.mjs';
import { watching } from './soak/watch.mjs';
import { openReceiver } from './webhooks/receiver.mjs';

const [AGENTS, CONNECTIONS, SHARE] = [128, 256, 0.7];
const PEAK_SECONDS = 8;
/** A second: more than any house takes. */
const TOO_MANY = 50_000;
const SETTINGS = {
  ...{ WEBHOOK_ALLOW_HTTP: 'on', WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' },
  RATE_LIMIT_AGENT: '900000000/1h',
};

/** Observations a second that the house takes at most, warm, of the same kind as later, from clients that wait for their answers. */
async function peakOf(flood, asked) {
  const phases = [PEAK_SECONDS, PEAK_SECONDS].map((seconds) => ({ rate: TOO_MANY, seconds }));
  const [, { goodput }] = await flood.run({ ...asked, phases });
  return goodput;
}

async function soak(deployment, { minutes, rate: given, servers, receiver }) {
  const house = await openDeployment(deployment, { servers, settings: SETTINGS });
  const flood = await openFlood();
  try {
    const body = JSON.stringify({ url: receiver.url(0) });
    await expectOk(`${house.url}/v1/webhooks`, { method: 'POST', token: house.adminToken, body });
    const tokens = await createAgents(house, AGENTS);
    const { url, processes } = house;
    const { pid } = Object.values(processes)[0];
    const asked = { url, pid, tokens, connections: CONNECTIONS, patient: true, issues: true };
    const rate = given ?? Math.floor((await peakOf(flood, asked)) * SHARE);
    const phases = Array.from({ length: minutes }, () => ({ rate, seconds: 60 }));
    const during = () => flood.run({ ...asked, phases });
    return { rate, ...(await watching(processes, during)) };
  } finally {
    await flood.stop();
    await house.stop();
  }
}

/** Says how a deployment did. @returns what was wrong */
function tell(deployment, { rate, looks, done }) {
  const wrong = [];
  console.log(`${deployment}: ${rate} observations a second`);
  for (const [name, those] of Object.entries(looks)) {
    const { growth, error, memory, descriptors, wrong: found } = judgeProcess(those);
    wrong.push(...found.map((what) => `${name}: ${what}`));
    console.log(
      `  ${name.padEnd(10)} ${memory} MiB, ${growth.toFixed(0)} ± ${error.toFixed(0)} MiB an hour, ${descriptors} more descriptors`,
    );
  }
  const p99s = done.map(({ acceptedP99 }) => acceptedP99);
  const [refused, unsent, other] = ['refused', 'unsent', 'other'].map((what) =>
    done.reduce((sum, minute) => sum + minute[what], 0),
  );
  console.log(`  p99 of each minute: ${p99s.map((p99) => p99.toFixed(0)).join(', ')} ms`);
  console.log(`  ${refused} refused, ${unsent} not sent in time, ${other} answered otherwise`);
  if (other > 0) wrong.push(`${other} were neither recorded nor refused with Retry-After`);
  return [...wrong, ...judgeTimes(p99s).wrong];
}

/** See README.md. Resolves with the exit code: 1 when something grows that must not. */
export async function bench(args) {
  const { values } = parseArgs({
    args,
    options: {
      minutes: { type: 'string', default: '20' },
      rate: { type: 'string' },
      deployment: { type: 'string', multiple: true, default: DEPLOYMENTS },
    },
  });
  const asked = {
    minutes: Number(values.minutes),
    ...(values.rate && { rate: Number(values.rate) }),
  };
  const servers = values.deployment.includes('apart') ? await openServers() : null;
  const receiver = await openReceiver();
  const wrong = [];
  try {
    for (const deployment of values.deployment)
      wrong.push(
        ...tell(deployment, await soak(deployment, { ...asked, servers: servers?.env, receiver })),
      );
  } finally {
    await receiver.stop();
    await servers?.close();
  }
  const most = `at most ${BOUNDS.growth} MiB an hour, ${BOUNDS.more} more descriptors, a p99 ${BOUNDS.p99} times the first`;
  console.log(wrong.length > 0 ? wrong.join('\n') : `all is flat: ${most}`);
  return wrong.length > 0 ? 1 : 0;
}
