import { alternate, paired, sideOf } from '../kit/rounds.mjs';
import { openReceiver } from '../webhooks/receiver.mjs';
import { throughHouse, throughLoop, workOf } from '../webhooks/sides.mjs';

export const about = { seconds: 80, servers: false };

const WORK = { webhooks: 20, deliveries: 20_000 };

/** Row 7: the house against a loop that only serialises, signs and posts. Each side in a fresh process, the receiver in another. */
export async function measure({ rounds }) {
  const receiver = await openReceiver();
  try {
    const work = workOf(receiver, WORK);
    const { loop, house } = await alternate(
      [
        { name: 'loop', run: () => throughLoop(work) },
        { name: 'house', run: () => throughHouse(receiver, work) },
      ],
      rounds,
    );
    const sides = [sideOf('house', house), sideOf('loop', loop)];
    const ratio = { unit: 'ratio', floor: 0.6, aim: 0.8, better: 'higher' };
    return [{ row: '7', name: 'webhook', ...ratio, ...paired(loop, house), sides }];
  } finally {
    await receiver.stop();
  }
}
