import { alternate, paired, sideOf } from '../kit/rounds.mjs';
import { costOf } from '../judging/measured.mjs';

export const about = { seconds: 30, servers: false };

const WORK = { warm: 60_000, all: 360_000 };

/** What it costs to judge stored observations as if one more policy stood, against parsing them. */
export async function measure({ rounds }) {
  const sides = ['parse', 'replay'].map((name) => ({
    name,
    run: () => costOf('replay-process.mjs', WORK, { args: [name] }),
  }));
  const all = await alternate(sides, rounds);
  return [
    {
      ...{ row: '12', name: 'judge stored observations with a draft of a policy' },
      ...{ unit: 'ratio', floor: 0.4, aim: 0.6, better: 'higher' },
      ...paired(all.parse, all.replay),
      sides: sides.map(({ name }) => sideOf(name, all[name])),
    },
  ];
}
