import { openReceiver } from './webhooks/receiver.mjs';
import { median } from './kit/rounds.mjs';
import { askedOf, throughHouse, throughLoop, told, workOf } from './webhooks/sides.mjs';

const FLOOR = 0.6;

/** See README.md. Resolves with the exit code: 1 when a delivery costs more than it may. */
export async function bench(args) {
  const { rounds, ...wanted } = askedOf(args, 5);
  const receiver = await openReceiver();
  const work = workOf(receiver, wanted);
  const ratios = [];
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const loop = await throughLoop(work);
      const house = await throughHouse(receiver, work);
      ratios.push(loop.cpu / house.cpu);
      const ratio = ratios.at(-1).toFixed(2);
      console.log(`round ${round}  loop ${told(loop)}   house ${told(house)}   ratio ${ratio}`);
    }
  } finally {
    await receiver.stop();
  }
  const ratio = median(ratios);
  console.log(`\nmedian of the CPU ratios ${ratio.toFixed(2)}, at least ${FLOOR.toFixed(2)}`);
  return ratio < FLOOR ? 1 : 0;
}
