import { answer } from '../answer';
import { command } from '../arguments/command';
import { group } from '../arguments/group';
import { JSON_OPTION } from '../arguments/json-option';
import { chosen, listed } from './choose-parked';
import { dropCommand } from './drop-parked.command';
import { inLog } from './in-log';
import { OF } from './parked-arguments';
import { parkedList, parkedWhole } from './parked-text';
import { readParked } from './parked-topic';
import { retryCommand } from './retry-parked.command';

const list = command({
  ...{ call: 'list', isDefault: true, meaning: 'records that could not be handled' },
  options: {
    ...{ all: { type: 'boolean', describe: 'also those retried or dropped' } },
    ...{ ...OF, ...JSON_OPTION },
  },
  run: async ({ json, ...filter }, around) =>
    inLog(around, async (log) => {
      const entries = listed(await readParked(log), filter);
      answer(around.terminal, entries, json, parkedList);
    }),
});

const show = command({
  ...{ call: 'show <id>', meaning: 'one of them, whole' },
  words: {
    id: { type: 'string', demandOption: true, describe: 'the beginning of it is enough' },
  },
  options: JSON_OPTION,
  run: async ({ id, json }, around) =>
    inLog(around, async (log) => {
      const entry = chosen(await readParked(log), id);
      answer(around.terminal, entry, json, parkedWhole);
    }),
});

/** Records that consumers could not handle: what they are, and what becomes of them. */
export const parkedCommand = group('parked', 'records that could not be handled', [
  ...[list, show, retryCommand, dropCommand],
]);
