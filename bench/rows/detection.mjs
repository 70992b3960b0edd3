import { join } from 'node:path';
import { alternate, paired, sideOf } from '../kit/rounds.mjs';
import { startProcess } from '../kit/processes.mjs';
import { filledFolder } from '../judging/filled-log.mjs';
import { costOf } from '../judging/measured.mjs';

export const about = { seconds: 60, servers: false };

const WORK = { warm: 40_000, all: 160_000 };

const [READING, JUDGING] = ['read and JSON.parse', 'detection'];

async function measured(script, args, env) {
  const process = await startProcess(`bench/judging/${script}`, { core: 'server', args, env });
  try {
    return await costOf(process, WORK);
  } finally {
    await process.stop('SIGKILL');
  }
}

async function judging(filled) {
  const folder = await filled.copy();
  const settings = { DATA_DIR: folder.path, LOG_LEVEL: 'silent' };
  try {
    return await measured('detection-process.mjs', ['judging'], settings);
  } finally {
    await folder.remove();
  }
}

/** What it costs to judge observations that are stored already, against reading and parsing them. */
export async function measure({ rounds }) {
  const filled = await filledFolder(WORK.all);
  const file = join(filled.path, 'log.sqlite');
  const sides = [
    { name: READING, run: () => measured('reading-process.mjs', [file], {}) },
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
