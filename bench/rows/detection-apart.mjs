import { costOf } from '../judging/measured.mjs';
import { filledTopics } from '../judging/filled-topics.mjs';
import { startProcess } from '../kit/processes.mjs';
import { alternate, paired, sideOf } from '../kit/rounds.mjs';

export const about = { seconds: 120, servers: true };

const WORK = { warm: 30_000, all: 120_000 };

const [PARSING, JUDGING] = ['eachBatch and JSON.parse by kafkajs', 'detection'];

async function measured(script, args, env) {
  const process = await startProcess(`bench/judging/${script}`, { core: 'server', args, env });
  try {
    return await costOf(process, WORK);
  } finally {
    await process.stop('SIGKILL');
  }
}

/** What it costs to judge observations that wait in Kafka, against reading and parsing them by kafkajs alone: row 4k. */
export async function measure({ rounds, servers }) {
  const read = await filledTopics(servers, WORK.all);
  const judging = async () => {
    const settings = await filledTopics(servers, WORK.all);
    return measured('detection-process.mjs', ['judging'], { ...settings, LOG_LEVEL: 'silent' });
  };
  const sides = [
    { name: PARSING, run: () => measured('kafkajs-process.mjs', [], read) },
    { name: JUDGING, run: judging },
  ];
  const all = await alternate(sides, rounds);
  return [
    {
      ...{ row: '4k', name: 'detection: judge 1,000 rules, write, commit, Kafka and MongoDB' },
      ...{ unit: 'ratio', floor: 0.45, aim: 0.6, better: 'higher' },
      ...paired(all[PARSING], all[JUDGING]),
      sides: sides.map(({ name }) => sideOf(name, all[name])),
    },
  ];
}
