import { answer } from '../answer';
import { command } from '../arguments/command';
import { ID } from '../arguments/id-words';
import { JSON_OPTION } from '../arguments/json-option';
import { HOUSE_OPTIONS, houseOf } from '../house/house-options';
import { plain } from '../plain-text';
import type { AttemptShown } from './delivery-text';
import { pathOf } from './path-of';

/** Sends a test, and answers what came of it. */
export const testWebhook = command({
  ...{ call: 'test <id>', meaning: 'sends it a test now, and says what the receiver answered' },
  words: ID,
  options: { ...JSON_OPTION, ...HOUSE_OPTIONS },
  run: async ({ id, json, ...at }, around) => {
    const request = { method: 'POST', has: 'id' } as const;
    const tested = await houseOf(at, around).read<Tested>(`${pathOf(id)}/test`, request);
    answer(around.terminal, tested, json, testText);
    return tested.succeeded ? 0 : 1;
  },
});

interface Tested {
  readonly id: string;
  readonly succeeded: boolean;
  readonly attempt: AttemptShown;
}

/** Characters of what a receiver answered: it may be a whole page. */
const SHOWN = 1024;

function testText({ succeeded, attempt }: Tested): string[] {
  const { status, duration_ms, message, response } = attempt;
  const took = `${Math.round(duration_ms)} ms`;
  const came = succeeded
    ? `The receiver took it: it answered ${status} after ${took}.`
    : `The receiver did not take it: ${plain(message)} (after ${took}).`;
  const said = response.slice(0, SHOWN).trim();
  if (said === '') return [came];
  return [came, '', ...said.split(/\r?\n/).map(plain), ...(response.length > SHOWN ? ['…'] : [])];
}
