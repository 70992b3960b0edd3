import { fork } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { temporaryFolder } from './kit/house.mjs';
import { median } from './kit/rounds.mjs';
import { SENDERS } from './peers/senders/senders.mjs';
import { openReceiver } from './webhooks/receiver.mjs';
import { askedOf, AT_ONCE, throughHouse, told, watched, workOf } from './webhooks/sides.mjs';

const parentOf = (pid) => {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')[1]);
  } catch {
    return 0;
  }
};
/** A process and those it made. */
const family = (pid) => [
  pid,
  ...readdirSync('/proc').filter((entry) => /^\d+$/.test(entry) && parentOf(entry) === pid),
];

async function throughPeer(receiver, work, sender) {
  const folder = await temporaryFolder();
  let [server, worker] = [null, null];
  try {
    const opened = await sender.open(folder.path, work);
    server = opened.server;
    await receiver.forget();
    const { modules } = opened;
    const asked = { modules, port: server.port, atOnce: AT_ONCE, urls: work.urls };
    worker = fork(new URL(`./peers/senders/${sender.worker}`, import.meta.url), [
      JSON.stringify(asked),
    ]);
    return await watched(receiver, work, () => [worker.pid, ...family(server.pid)]);
  } finally {
    worker?.kill('SIGKILL');
    await server?.stop();
    await folder.remove();
  }
}

/** See README.md. Resolves with the exit code 0: it only tells. */
export async function bench(args) {
  const { rounds, ...wanted } = askedOf(args, 3);
  const receiver = await openReceiver();
  const work = workOf(receiver, wanted);
  const sides = [
    { name: 'this house', run: () => throughHouse(receiver, work) },
    ...SENDERS.map((sender) => ({
      name: sender.name,
      run: () => throughPeer(receiver, work, sender),
    })),
  ].map((side) => ({ ...side, measured: [], missing: null }));
  try {
    for (let round = 0; round < rounds; round += 1)
      for (const side of sides.filter(({ missing }) => missing === null)) await measure(side);
  } finally {
    await receiver.stop();
  }
  for (const { name, measured, missing } of sides)
    console.log(`${name.padEnd(48)} ${missing ?? told(middle(measured))}`);
  return 0;
}

async function measure(side) {
  try {
    side.measured.push(await side.run());
  } catch (error) {
    side.missing = `cannot be run here: ${error.message.split('\n')[0]}`;
  }
}

const middle = (measured) => ({
  cpu: median(measured.map(({ cpu }) => cpu)),
  perSecond: median(measured.map(({ perSecond }) => perSecond)),
  memory: median(measured.map(({ memory }) => memory)),
});
