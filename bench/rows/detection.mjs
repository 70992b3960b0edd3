import { join } from 'node:path';
import { alternate, paired, sideOf } from '../kit/rounds.mjs';
import { filledFolder } from '../judging/filled-log.mjs';
import { costOf } from '../judging/measured.mjs';

export const about = { seconds: 45, servers: false };

const WORK = { warm: 40_000, all: 160_000 };

const [READING, JUDGING] = ['read and JSON.parse', 'detection'];

async function judging(filled) {
  const folder = await filled.copy();
  const settings = { DATA_DIR: folder.path, LOG_LEVEL: 'silent' };
  try {
    return await costOf('detection-process.mjs', WORK, { args: ['judging'], env: settings });
  } finally {
    await folder.remove();
  }
}

/** What it costs to judge observations that are stored already, against reading and parsing them. */
export async function measure({ rounds }) {
  const filled = await filledFolder(WORK.all);
  const file = join(filled.path, 'log.sqlite');
  const sides = [
    { name: READING, run: () => costOf('reading-process.mjs', WORK, { args: [file] }) },
    { name: JUDGING, run: () => judging(filled) },
  ];
  try {
    const all = await alternate(sides, rounds);
    return [
      {
        ...{ row: '4', name: 'detection: judge 1,000 rules, write, commit, embedded' },
        ...{ unit: 'ratio', floor: 0.45, aim: 0.6, better: 'higher' },
        ...paired(all[READING], all[JUDGING]),
        sides: sides.map(({ name }) => sideOf(name, all[name])),
      },
    ];
  } finally {
    await filled.remove();
  }
}
