import { execFile } from 'node:child_process';
import { parseArgs, promisify } from 'node:util';
import { openHouse, temporaryFolder } from './kit/house.mjs';
import { mostMemoryOf } from './kit/usage.mjs';
import { fillPending, REACHING } from './webhooks/pending.mjs';
import { openReceiver } from './webhooks/receiver.mjs';

const MOST_MS = 5_000;
/** Attempts of one webhook at once: so far may what is older arrive behind what is younger. */
const AT_ONCE = 8;

/** Planned a day ago, each a millisecond after the one before: which is older can be told. */
const dueSince = (i) => Date.now() - 86_400_000 + i;

/** Where each webhook's deliveries stand in the order of arrival, and how often an older one came behind a younger one. */
function orderOf(ids) {
  const counts = new Map();
  let late = 0;
  for (const id of ids) {
    const [nth, n] = id.replace('delivery_', '').split('.').map(Number);
    const seen = counts.get(nth) ?? 0;
    if (Math.abs(n - seen) > 2 * AT_ONCE) late += 1;
    counts.set(nth, seen + 1);
  }
  return { counts, late };
}

/** See README.md. Resolves with the exit code: 1 when the first delivery is sent too late, or not in order, or not fairly. */
export async function bench(args) {
  const { values } = parseArgs({
    args,
    options: {
      deliveries: { type: 'string', default: '100000' },
      webhooks: { type: 'string', default: '50' },
      sends: { type: 'string', default: '10000' },
    },
  });
  const [all, webhooks, sends] = [values.deliveries, values.webhooks, values.sends].map(Number);
  const rest = Math.floor(all / 2 / (webhooks - 1));
  const receiver = await openReceiver();
  const folder = await temporaryFolder();
  try {
    const urls = Array.from({ length: webhooks }, (_, nth) => receiver.url(nth));
    await fillPending(
      folder.path,
      urls.map((url, nth) => ({ url, count: nth === 0 ? Math.floor(all / 2) : rest })),
      dueSince,
    );
    await rebuild(folder.path);
    const began = performance.timeOrigin + performance.now();
    const house = await openHouse({ folder: folder.path, settings: REACHING });
    const first = (await receiver.reached(1)) - began;
    const last = (await receiver.reached(sends)) - began;
    const memory = mostMemoryOf(house.pids[0]);
    const { ids } = await receiver.told();
    await house.stop();
    return report({ first, last, memory, ids: ids.slice(0, sends), webhooks });
  } finally {
    await folder.remove();
    await receiver.stop();
  }
}

/** Projects what was planned, so that the house starts as it does after a stop. */
async function rebuild(folder) {
  const began = performance.now();
  await promisify(execFile)(process.execPath, ['apps/cli/dist/main.js', 'rebuild'], {
    env: { PATH: process.env.PATH, DATA_DIR: folder, LOG_LEVEL: 'error' },
  });
  console.log(`projected in ${((performance.now() - began) / 1000).toFixed(1)} s before the start`);
}

function report({ first, last, memory, ids, webhooks }) {
  const { counts, late } = orderOf(ids);
  const shares = Array.from({ length: webhooks }, (_, nth) => counts.get(nth) ?? 0);
  const [least, most] = [Math.min(...shares), Math.max(...shares)];
  const twice = ids.length - new Set(ids).size;
  console.log(
    `first delivery ${first.toFixed(0)} ms after the start, at most ${MOST_MS} ms; ${ids.length} after ${last.toFixed(0)} ms; ${memory} MiB\n` +
      `of the first ${ids.length}: each webhook got ${least} to ${most}, the one with half of all ${shares[0]}; ${late} out of order; ${twice} twice`,
  );
  return first > MOST_MS || late > 0 || twice > 0 || most > 2 * least ? 1 : 0;
}
