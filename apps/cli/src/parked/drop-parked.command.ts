import { command } from '../arguments/command';
import { JSON_OPTION } from '../arguments/json-option';
import { askable, confirmed, YES_OPTION } from '../confirmed';
import { Misuse } from '../surroundings';
import { refuseUnclear, wanted } from './choose-parked';
import { inLog } from './in-log';
import { CHOICE, IDS } from './parked-arguments';
import { isOpen, type ParkedEntry } from './parked-entry';
import { parkedList } from './parked-text';
import { dropParked, readParked } from './parked-topic';

/** Decides that records will not be handled. */
export const dropCommand = command({
  ...{ call: 'drop [ids..]', meaning: 'decides that they will not be handled', words: IDS },
  options: {
    reason: { type: 'string', demandOption: true, describe: 'why, for those who look later' },
    ...{ ...CHOICE, ...YES_OPTION, ...JSON_OPTION },
  },
  run: async ({ reason, yes, json, ...choice }, around) => {
    const { terminal, now } = around;
    refuseUnclear('drop', choice);
    if (reason.trim() === '') throw new Misuse('--reason says why, for those who look later.');
    askable(yes, terminal);
    return inLog(around, async (log) => {
      const entries = wanted(await readParked(log), choice);
      refuseDecided(entries);
      if (yes !== true) parkedList(entries).forEach(terminal.say);
      const question = `Drop ${entries.length}? Nobody will handle what is dropped.`;
      if (entries.length > 0 && !(await confirmed(yes, terminal, question))) return 1;
      for (const entry of entries) await dropParked(log, entry, { reason, now: now() });
      if (json) terminal.out(JSON.stringify({ dropped: entries.map(({ id }) => id) }));
      else terminal.out(`${entries.length} dropped. \`parked list --all\` still shows them.`);
      return 0;
    });
  },
});

/** @throws Misuse that names the one of which something became already */
function refuseDecided(entries: readonly ParkedEntry[]): void {
  const decided = entries.find((entry) => !isOpen(entry));
  if (!decided) return;
  const { id, dropped_at, retried_at } = decided;
  const what = dropped_at === null ? `retried at ${retried_at}` : `dropped at ${dropped_at}`;
  throw new Misuse(`${id} is not open: it was ${what}.`);
}
