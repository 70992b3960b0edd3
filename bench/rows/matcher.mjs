import { alternate, paired, sideOf } from '../kit/rounds.mjs';
import { lookUps } from '../judging/look-ups.mjs';

export const about = { seconds: 10, quick: 10, servers: false };

const FEW = 100;
const MANY = 10_000;
const LOOK_UPS = { quick: 300_000, full: 1_000_000 };

/** What a look-up among many rules costs against one among few: names, wildcards and ranges, scoped, hits and misses. */
export async function measure({ rounds, quick }) {
  const count = quick ? LOOK_UPS.quick : LOOK_UPS.full;
  const sides = [FEW, MANY].map((rules) => ({
    name: `${rules} rules`,
    run: () => lookUps(rules, count),
  }));
  const measured = await alternate(sides, rounds);
  const [few, many] = sides.map(({ name }) => measured[name]);
  return [
    {
      ...{ row: '5', name: 'matcher: 10,000 rules against 100', unit: '×' },
      ...paired(many, few),
      ...{ floor: 2, aim: 1.2, better: 'lower' },
      sides: sides.map(({ name }) => sideOf(name, measured[name])),
    },
  ];
}
