// Lets slowhttptest hold connections to a house of its own in every way it knows, while a well-behaved client asks on:
// `npm run check:slow`. Ends with 1 when that client had to do without an answer, or a slow connection was not cut in time.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { expectOk } from '../bench/kit/client.mjs';
import { openHouse } from '../bench/kit/house.mjs';
import { measure } from '../bench/kit/steady-client.mjs';
import { Advice } from './servers/advice.mjs';
import { provide } from './servers/packages.mjs';

const CONNECTIONS = 300;
const A_SECOND = 100;
const WAYS = [
  // 10 s for headers, looked at every 5 s.
  { name: 'slow headers', mode: ['-H', '-i', '2'], path: '/v1/issues', within: 16 },
  // 30 s for the whole of a request.
  { name: 'slow bodies', mode: ['-B', '-i', '2', '-s', '8192'], path: '/v1/issues', within: 36 },
  // What the system holds it gives out long after the house has let go; the house is done after the 65 s of a kept connection.
  {
    name: 'slow reads',
    mode: ['-X', '-w', '512', '-y', '1024', '-n', '1', '-z', '32'],
    path: '/v1/openapi.json',
    within: 90,
    keptBySystem: true,
  },
  { name: 'ranges', mode: ['-R', '-a', '1', '-b', '3000'], path: '/v1/openapi.json', within: 16 },
];

/** Connections that a process holds. */
const socketsOf = (pid) =>
  readdirSync(`/proc/${pid}/fd`).filter((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`).startsWith('socket:');
    } catch {
      return false;
    }
  }).length;

/** What slowhttptest said, without its colours. */
async function slowhttptest(way, url) {
  const most = way.within + 10;
  const args = ['-c', CONNECTIONS, '-r', A_SECOND, '-l', most, '-u', url + way.path, ...way.mode];
  const child = spawn('slowhttptest', args.map(String), { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  await once(child, 'close');
  return said.replaceAll(new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g'), '');
}

/** What is wrong with how it ended; an empty list when nothing is. */
function faults(way, said, { failed, held }) {
  const ended = Number(/Test ended on (\d+)/.exec(said)?.[1] ?? Infinity);
  const allOpened = CONNECTIONS / A_SECOND;
  const wrong = [];
  if (held > CONNECTIONS / 10) wrong.push(`the house still holds ${held} connections`);
  if (!way.keptBySystem && ended > way.within + allOpened)
    wrong.push(`the last was cut after ${ended} s`);
  if (/service available:\s+NO/.test(said)) wrong.push('its own probe was not answered');
  if (failed > 0) wrong.push(`${failed} requests of the well-behaved client failed`);
  return { wrong, ended };
}

async function run() {
  await provide({ slowhttptest: 'slowhttptest' });
  const house = await openHouse();
  let bad = 0;
  try {
    const body = JSON.stringify({ name: 'well-behaved', os: 'linux', kind: 'vanilla' });
    const admin = { method: 'POST', token: house.adminToken, body };
    const { token } = await expectOk(`${house.url}/v1/agents`, admin);
    const beat = () => ({ url: `${house.url}/v1/agent_heartbeat`, method: 'POST', token });
    for (const way of WAYS) {
      let over = false;
      const attack = slowhttptest(way, house.url).finally(() => (over = true));
      const before = socketsOf(house.pids[0]);
      const measured = { failed: 0, p99: 0, held: 0 };
      while (!over) {
        const { failed, p99 } = await measure(beat, { requests: 40, rate: 20 });
        measured.failed += failed;
        measured.p99 = Math.max(measured.p99, p99);
        measured.held = socketsOf(house.pids[0]) - before;
      }
      const said = await attack;
      const { wrong, ended } = faults(way, said, measured);
      const p99 = measured.p99.toFixed(1);
      console.log(`${way.name}: ended after ${ended} s; worst p99 of another client ${p99} ms`);
      for (const sentence of wrong) console.log(`  ${sentence}`);
      if (wrong.length > 0) console.log(said.split('\n').slice(-14).join('\n'));
      bad += wrong.length;
    }
  } finally {
    await house.stop();
  }
  return bad === 0 ? 0 : 1;
}

try {
  process.exit(await run());
} catch (error) {
  if (!(error instanceof Advice)) throw error;
  console.error(error.message);
  process.exit(1);
}
