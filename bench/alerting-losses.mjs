import { parseArgs } from 'node:util';
import { killed, outage, repeats } from './peers/alerting/losses.mjs';
import { sidesHere } from './peers/alerting/sides.mjs';

const REPEATS = { things: 5_000, times: 10 };
const OUTAGE = { rate: 200, awayMs: 10_000, aroundMs: 2_000 };
const KILLED = { events: 10_000 };

const lossInWords = ({ acknowledged, kept, lost }) =>
  `${lost} of ${acknowledged} acknowledged are lost${kept > 0 ? `, ${kept} are still to be sent` : ''}`;

/** See README.md. Resolves with the exit code: 1 when this house lost an event. */
export async function bench(args) {
  const { values } = parseArgs({ args, options: { only: { type: 'string', default: '' } } });
  let lostHere = 0;
  for (const side of sidesHere().filter(({ name }) => name.includes(values.only))) {
    console.log(`${side.name}, acknowledges what is ${side.acknowledges}`);
    const { webhooks } = await repeats(side, REPEATS);
    console.log(`  ${REPEATS.things} things seen ${REPEATS.times} times: ${webhooks} webhooks`);
    const away = await outage(side, OUTAGE);
    console.log(`  receiver away for ${OUTAGE.awayMs / 1000} s: ${lossInWords(away)}`);
    const dead = await killed(side, KILLED);
    console.log(`  killed with events under way: ${lossInWords(dead)}`);
    if (side.needs === undefined) lostHere += away.lost + dead.lost;
  }
  return lostHere > 0 ? 1 : 0;
}
