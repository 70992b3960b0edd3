import { alternate, median, paired, sideOf } from '../kit/rounds.mjs';
import { costOf } from '../peers/alerting/costs.mjs';
import { SIDES, sidesHere } from '../peers/alerting/sides.mjs';

const WORK = { events: 8_000, steady: { events: 300, rate: 100 } };
const PEERS = [SIDES.alertmanager, SIDES.falcosidekick64];

export const about = { seconds: 130, rounds: 3, servers: false };

/** Row 13: from an observation to a webhook about a new issue, against what users would pick; the house alone where they are missing. */
export async function measure({ rounds }) {
  const here = sidesHere();
  const measured = await alternate(
    here.map((side) => ({ name: side.name, run: () => costOf(side, WORK) })),
    rounds,
  );
  const sides = here.map(({ name }) => sideOf(name, measured[name]));
  const against = PEERS.filter((side) => here.includes(side));
  if (against.length === 0) return [alone(measured, sides)];
  const [first, ...others] = against.map((peer) => ratioTo(peer, measured));
  return [{ ...first, sides }, ...others];
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
    sides,
  };
}
