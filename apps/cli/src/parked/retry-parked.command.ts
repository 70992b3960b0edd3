import { command } from '../arguments/command';
import { JSON_OPTION } from '../arguments/json-option';
import { refuseUnclear, wanted } from './choose-parked';
import { inLog } from './in-log';
import { CHOICE, IDS } from './parked-arguments';
import { readParked, retryParked } from './parked-topic';

/** Appends records to their topics again. */
export const retryCommand = command({
  ...{ call: 'retry [ids..]', meaning: 'appends them to their topics again' },
  ...{ words: IDS, options: { ...CHOICE, ...JSON_OPTION } },
  run: async ({ json, ...choice }, around) => {
    refuseUnclear('retry', choice);
    return inLog(around, async (log) => {
      const { terminal, now } = around;
      const retried: string[] = [];
      const entries = wanted(await readParked(log), choice);
      for (const entry of entries) {
        const why = await retryParked(log, entry, now());
        if (why === null) retried.push(entry.id);
        terminal.say(
          why === null
            ? `${entry.id} was appended to ${entry.topic} again`
            : `${entry.id} was not: ${why}`,
        );
      }
      if (json) terminal.out(JSON.stringify({ retried }));
      else terminal.out(`${retried.length} retried. What cannot be handled again is parked again.`);
      return retried.length === entries.length ? 0 : 1;
    });
  },
});
