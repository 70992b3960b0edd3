import { parseArgs } from 'node:util';
import { openHouse, temporaryFolder } from './kit/house.mjs';
import { median } from './kit/rounds.mjs';
import { fillPending, REACHING } from './webhooks/pending.mjs';
import { openReceiver } from './webhooks/receiver.mjs';

const MOST = 0.1;
const WEBHOOKS = 20;
/** What is wrong with the last of the webhooks. */
const WRONGS = ['hang', 'refuse', 'drip'];
const GOOD = WEBHOOKS - WRONGS.length;
/** What a part of the deliveries takes to get going is not measured. */
const WARM = 0.1;

/** Port 1 of an address that nobody listens on. */
const REFUSING = 'http://127.1.0.1:1/ok';

function urlsOf(receiver, well) {
  const urls = Array.from({ length: WEBHOOKS }, (_, nth) => receiver.url(nth));
  if (well) return urls;
  const wrong = WRONGS.map((what, i) =>
    what === 'refuse' ? REFUSING : receiver.url(GOOD + i, what),
  );
  return [...urls.slice(0, GOOD), ...wrong];
}

const isGood = (id) => Number(/_(\d+)\./.exec(id)[1]) < GOOD;

/** Deliveries per second to the webhooks that are well in both runs. */
async function throughput(receiver, { well, each }) {
  const folder = await temporaryFolder();
  try {
    await fillPending(
      folder.path,
      urlsOf(receiver, well).map((url) => ({ url, count: each })),
    );
    await receiver.forget();
    const house = await openHouse({ folder: folder.path, settings: REACHING });
    await receiver.reached((well ? WEBHOOKS : GOOD) * each);
    const { ids, times } = await receiver.told();
    await house.stop();
    const good = times.filter((_, i) => isGood(ids[i]));
    const warm = Math.ceil(good.length * WARM);
    return ((good.length - warm) * 1000) / (good.at(-1) - good[warm - 1]);
  } finally {
    await folder.remove();
  }
}

/** See README.md. Resolves with the exit code: 1 when endpoints that are not well slow the others by more than they may. */
export async function bench(args) {
  const { values } = parseArgs({
    args,
    options: {
      each: { type: 'string', default: '300' },
      rounds: { type: 'string', default: '5' },
      'answer-after': { type: 'string', default: '50' },
    },
  });
  const receiver = await openReceiver({ answerAfterMs: Number(values['answer-after']) });
  const each = Number(values.each);
  const drops = [];
  try {
    for (let round = 1; round <= Number(values.rounds); round += 1) {
      const well = await throughput(receiver, { well: true, each });
      const ill = await throughput(receiver, { well: false, each });
      drops.push(1 - ill / well);
      console.log(
        `round ${round}  all well ${well.toFixed(0).padStart(6)}/s   ${WRONGS.join(', ')} ${ill.toFixed(0).padStart(6)}/s   ${(drops.at(-1) * 100).toFixed(1).padStart(5)} % less`,
      );
    }
  } finally {
    await receiver.stop();
  }
  const drop = median(drops);
  console.log(
    `\nmedian: the other ${GOOD} get ${(drop * 100).toFixed(1)} % less, at most ${MOST * 100} %`,
  );
  return drop > MOST ? 1 : 0;
}
