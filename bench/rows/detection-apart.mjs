import { costOf } from '../judging/measured.mjs';
import { filledTopics } from '../judging/filled-topics.mjs';
import { alternate, paired, sideOf } from '../kit/rounds.mjs';

export const about = { seconds: 95, servers: true };

const WORK = { warm: 20_000, all: 80_000 };

const [PARSING, JUDGING] = ['eachBatch and JSON.parse by kafkajs', 'detection'];

/** What it costs to judge observations that wait in Kafka, against reading and parsing them by kafkajs alone: row 4k. */
export async function measure({ rounds, servers }) {
  const read = await filledTopics(servers, WORK.all);
  const judging = async () => {
    const settings = await filledTopics(servers, WORK.all);
    const env = { ...settings, LOG_LEVEL: 'silent' };
    return costOf('detection-process.mjs', WORK, { args: ['judging'], env });
  };
  const sides = [
    { name: PARSING, run: () => costOf('kafkajs-process.mjs', WORK, { env: read }) },
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
