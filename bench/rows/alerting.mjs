import { alternate, median, paired, sideOf } from '../kit/rounds.mjs';
import { latency, throughput } from '../peers/alerting/costs.mjs';
import { SIDES, sidesHere } from '../peers/alerting/sides.mjs';

const EVENTS = 8_000;
const STEADY = { events: 1_000, rate: 100 };

export const about = { seconds: 240, rounds: 3, servers: false };

/** Row 13: from an observation to a webhook about a new issue, against what users would pick; the house alone where they are missing. */
export async function measure({ rounds }) {
  const here = sidesHere();
  const runs = here.map((side) => ({
    name: side.name,
    run: () => throughput(side, { events: EVENTS }),
  }));
  const measured = await alternate(runs, rounds);
  const sides = {};
  for (const side of here)
    sides[side.name] = {
      ...sideOf(side.name, measured[side.name]),
      ...(await latency(side, STEADY)),
    };
  const against = [SIDES.alertmanager, SIDES.falcosidekick64].filter((side) => here.includes(side));
  if (against.length === 0) return [alone(measured, sides)];
  const [first, ...others] = against.map((peer) => ratioTo(peer, measured));
  return [{ ...first, sides: Object.values(sides) }, ...others];
}

function ratioTo(peer, measured) {
  const bound = peer === SIDES.alertmanager ? { floor: 1, aim: 1 } : { aim: 1 };
  return {
    ...{ row: '13', name: `observation to webhook, against ${peer.name}`, unit: 'ratio' },
    ...{ ...paired(measured[peer.name], measured[SIDES.house.name]), ...bound, better: 'higher' },
  };
}

function alone(measured, sides) {
  const costs = measured[SIDES.house.name].map(({ cpu }) => cpu);
  return {
    ...{ row: '13', name: 'observation to webhook, alone', unit: 'µs CPU', value: median(costs) },
    ...{ low: Math.min(...costs), high: Math.max(...costs), better: 'lower' },
    sides: Object.values(sides),
  };
}
