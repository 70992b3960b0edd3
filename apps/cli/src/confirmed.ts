import { Misuse, type Terminal } from './surroundings';

/** Of every command that asks before it changes something. */
export const YES_OPTION = {
  yes: { type: 'boolean', describe: 'does not ask first' },
} as const;

/** @throws Misuse where nobody could be asked and nothing was said: a program has to say what it means */
export function askable(yes: boolean | undefined, { ask }: Terminal): void {
  if (yes !== true && !ask) throw new Misuse('There is nobody to ask here: say --yes.');
}

/** Whether it shall be done: asks, unless that was said before. */
export async function confirmed(
  yes: boolean | undefined,
  { ask, say }: Terminal,
  question: string,
): Promise<boolean> {
  if (yes === true) return true;
  const answer = (await ask?.(`${question} [y/N] `)) ?? '';
  if (/^y(es)?$/i.test(answer.trim())) return true;
  say('Nothing was changed.');
  return false;
}
