import { command } from '../arguments/command';
import { group } from '../arguments/group';
import { JSON_OPTION } from '../arguments/json-option';
import { Misuse } from '../surroundings';
import { chosen, listed } from './choose-parked';
import { inLog } from './in-log';
import { parkedList, parkedWhole } from './parked-text';
import { readParked, retryParked } from './parked-topic';

const OF = {
  topic: { type: 'string', describe: 'only records of this topic' },
  group: { type: 'string', describe: 'only what this consumer parked' },
} as const;

const list = command({
  ...{ call: 'list', isDefault: true, meaning: 'records that could not be handled' },
  options: { ...OF, all: { type: 'boolean', describe: 'also those retried' }, ...JSON_OPTION },
  run: ({ json, ...filter }, around) =>
    inLog(around, async (log) => {
      const entries = listed(await readParked(log), filter);
      const lines = json ? [JSON.stringify(entries, null, 2)] : parkedList(entries);
      for (const line of lines) around.terminal.out(line);
    }),
});

const show = command({
  ...{ call: 'show <id>', meaning: 'one of them, whole' },
  words: {
    id: { type: 'string', demandOption: true, describe: 'the beginning of it is enough' },
  },
  options: JSON_OPTION,
  run: ({ id, json }, around) =>
    inLog(around, async (log) => {
      const entry = chosen(await readParked(log), id);
      const lines = json ? [JSON.stringify(entry, null, 2)] : parkedWhole(entry);
      for (const line of lines) around.terminal.out(line);
    }),
});

const retry = command({
  ...{ call: 'retry [ids..]', meaning: 'appends them to their topics again' },
  words: { ids: { type: 'string', array: true, describe: 'the beginning of each is enough' } },
  options: {
    ...{ all: { type: 'boolean', describe: 'everything that is open' }, ...OF },
    ...JSON_OPTION,
  },
  run: ({ ids = [], all, json, ...of }, around) => {
    if ((all === true) === ids.length > 0)
      throw new Misuse('`parked retry` takes ids, or --all for everything that is open.');
    return inLog(around, async (log) => {
      const { terminal, now } = around;
      const entries = await readParked(log);
      const named = ids.map((id) => chosen(entries, id));
      const wanted = all ? listed(entries, of) : [...new Set(named)];
      const retried: string[] = [];
      for (const entry of wanted) {
        const ended = await retryParked(log, entry, now());
        if (ended === null) retried.push(entry.id);
        terminal.say(
          ended === null
            ? `${entry.id} was appended to ${entry.topic} again`
            : `${entry.id} was not: ${ended} ended ${entry.record.key}, and this would bring it back`,
        );
      }
      if (json) terminal.out(JSON.stringify({ retried }));
      else terminal.out(`${retried.length} retried. What cannot be handled again is parked again.`);
    });
  },
});

/** Records that consumers could not handle: what they are, and once more for those that can be handled by now. */
export const parkedCommand = group('parked', 'records that could not be handled', [
  list,
  show,
  retry,
]);
