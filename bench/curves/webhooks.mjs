import { median } from '../kit/rounds.mjs';
import { openReceiver } from '../webhooks/receiver.mjs';
import { throughHouse, throughLoop, workOf } from '../webhooks/sides.mjs';

export const about = { seconds: 120, servers: false };

const WEBHOOKS = [1, 10, 100, 1_000];
const DELIVERIES = 10_000;
const ROUNDS = 3;

/** What a delivery costs through one side: the median of some rounds. */
async function costOf(run) {
  const measured = [];
  for (let round = 0; round < ROUNDS; round += 1) measured.push((await run()).cpu);
  return median(measured);
}

/** The same number of deliveries to more and more webhooks, each at an origin of its own, with at most eight in flight to each. */
export async function draw() {
  const receiver = await openReceiver();
  const points = { house: [], loop: [] };
  try {
    for (const webhooks of WEBHOOKS) {
      const work = workOf(receiver, { webhooks, deliveries: DELIVERIES });
      points.loop.push([webhooks, await costOf(() => throughLoop(work))]);
      points.house.push([webhooks, await costOf(() => throughHouse(receiver, work))]);
    }
  } finally {
    await receiver.stop();
  }
  return [
    {
      ...{ name: 'webhooks', title: 'Deliveries to many webhooks', x: 'webhooks', log: true },
      ...{ y: 'µs CPU per delivery', series: Object.entries(points).map(toSeries) },
      model: 'y = a + b × log(webhooks), b about 30 µs for each factor of ten',
      bend: 'It rises slowly: the same deliveries are claimed and recorded in smaller groups, one for each webhook, while the loop only gets more connections.',
    },
  ];
}

const toSeries = ([name, points]) => ({ name, points });
