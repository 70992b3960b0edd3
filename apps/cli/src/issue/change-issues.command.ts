import type { IssueStatus } from '@parapet/contracts';
import { type Command, command } from '../arguments/command';
import { IDS } from '../arguments/id-words';
import { JSON_OPTION } from '../arguments/json-option';
import { eachOf } from '../each-of';
import { HOUSE_OPTIONS, houseOf } from '../house/house-options';
import type { ExitCode, Surroundings } from '../surroundings';
import { pathOf } from './path-of';

const OPTIONS = {
  reason: { type: 'string', describe: 'why, for those who look later' },
  ...{ ...JSON_OPTION, ...HOUSE_OPTIONS },
} as const;

/** What issues become, and how that is told. */
interface Change {
  readonly status: IssueStatus;
  readonly done: string;
}

/** What was said to a command that changes issues. */
interface Said {
  readonly ids: readonly string[];
  readonly json: boolean | undefined;
  readonly reason: string | undefined;
  readonly until?: string | undefined;
  readonly url: string | undefined;
  readonly token: string | undefined;
}

function changeEach({ status, done }: Change, said: Said, around: Surroundings): Promise<ExitCode> {
  const { ids, json, reason, until, ...at } = said;
  const house = houseOf(at, around);
  const request = { method: 'PATCH', json: { status, reason, until }, has: 'id' } as const;
  const act = (id: string): Promise<unknown> => house.read<{ id: string }>(pathOf(id), request);
  return eachOf({ ids, act, done, json }, around.terminal);
}

const changing = (name: string, meaning: string, change: Change): Command =>
  command({
    ...{ call: `${name} <ids..>`, meaning, words: IDS, options: OPTIONS },
    run: (said, around) => changeEach(change, said, around),
  });

const ignore = command({
  ...{ call: 'ignore <ids..>', meaning: 'only counts them from now on', words: IDS },
  options: {
    until: {
      ...{ type: 'string' },
      describe: 'what occurs after it opens them again, like 2099-01-31T12:00:00Z',
    },
    ...OPTIONS,
  },
  run: (said, around) => changeEach({ status: 'ignored', done: 'ignored' }, said, around),
});

/** Say what becomes of issues. */
export const changeIssues: readonly Command[] = [
  changing('acknowledge', 'says that somebody looks after them', {
    status: 'acknowledged',
    done: 'acknowledged',
  }),
  changing('resolve', 'says that they are dealt with; what occurs again opens them', {
    status: 'resolved',
    done: 'resolved',
  }),
  ignore,
  changing('reopen', 'opens them again', { status: 'open', done: 'reopened' }),
];
