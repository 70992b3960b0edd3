import { setTimeout as pause } from 'node:timers/promises';
import { SEVERITIES } from '@parapet/contracts';
import { command } from '../arguments/command';
import { JSON_OPTION } from '../arguments/json-option';
import { endedByHand, OR_UNREAD } from '../ended-by-hand';
import { HOUSE_OPTIONS, houseOf } from '../house/house-options';
import { Misuse } from '../surroundings';
import { followStream } from './follow-stream';
import { TailView } from './tail-view';

const TYPES = ['issue.created', 'issue.updated', 'agent.updated', 'agent.deleted'] as const;

/** Shows what happens, as it happens. */
export const tailCommand = command({
  call: 'tail',
  meaning: 'shows issues as they happen, until Ctrl-C',
  options: {
    types: {
      ...{ type: 'string', array: true, choices: TYPES, default: TYPES.slice(0, 2) },
      coerce: (given: readonly string[]) => given.flatMap((types) => types.split(',')),
      describe: 'what to show: with commas between them, or once for each',
    },
    severity: {
      ...{ type: 'string', choices: SEVERITIES },
      describe: 'only issues of this severity or a higher one',
    },
    count: { type: 'number', describe: 'ends after so many lines' },
    ...{ ...JSON_OPTION, ...HOUSE_OPTIONS },
  },
  run: async ({ types, severity, count = Infinity, json, ...at }, around) => {
    if (!(count >= 1)) throw new Misuse('--count is how many lines to show, such as 1.');
    const house = houseOf(at, around);
    const ending = endedByHand(process, OR_UNREAD);
    const { signal } = ending;
    const wait = (ms: number): Promise<void> =>
      pause(ms, undefined, { signal }).catch(() => undefined);
    const { say } = around.terminal;
    const now = (): number => performance.now();
    const greeting = `Listening to ${house.url} for ${types.join(', ')}; Ctrl-C ends it.`;
    const view = new TailView({ json: json === true, severity, greeting }, around);
    try {
      for await (const message of followStream(house, types, { signal, wait, say, now })) {
        view.show(message);
        if (view.lines >= count) return;
      }
    } finally {
      ending.forget();
    }
  },
});
