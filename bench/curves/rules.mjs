import { lookUps } from '../judging/look-ups.mjs';
import { median } from '../kit/rounds.mjs';

export const about = { seconds: 30, servers: false };

const RULES = [10, 100, 1_000, 10_000, 100_000];
const [LOOK_UPS, ROUNDS] = [500_000, 3];

async function pointOf(rules) {
  const costs = [];
  for (let round = 0; round < ROUNDS; round += 1) costs.push((await lookUps(rules, LOOK_UPS)).cpu);
  return [rules, median(costs)];
}

/** What it costs to find the rule that decides, among 10 rules and among 100,000. */
export async function draw() {
  const points = [];
  for (const rules of RULES) points.push(await pointOf(rules));
  return [
    {
      ...{ name: 'rules', title: 'Finding the rule that decides' },
      ...{ x: 'rules', y: 'µs CPU per look-up', log: true },
      series: [{ name: 'look-up', points }],
      model:
        'y = c × (letters of the name + bits of the address), whatever the rules; c grows with what the caches no longer hold',
      bend: 'It grows where the tables outgrow the caches of the processor: each step is the same, but waits for memory.',
    },
  ];
}
