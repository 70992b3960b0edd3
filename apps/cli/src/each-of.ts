import { HouseProblem } from './house/house-problem';
import { plain } from './plain-text';
import type { ExitCode, Terminal } from './surroundings';

/** What is done to each of several things, and how that is told. */
interface Work {
  readonly ids: readonly string[];
  readonly act: (id: string) => Promise<unknown>;
  /** What is said of each, and the field of the answer. */
  readonly done: string;
  readonly json: boolean | undefined;
}

/**
 * Does it to one after the other. Where the house refuses one it says why and goes on, as `rm` does: of tokens that have leaked none
 * stays because another was written wrong.
 * @returns 1 where any was refused
 * @throws HouseAway, NoHouse
 */
export async function eachOf(
  { ids, act, done, json }: Work,
  terminal: Terminal,
): Promise<ExitCode> {
  const well: string[] = [];
  for (const id of ids)
    try {
      await act(id);
      well.push(id);
      terminal.say(`${id} is ${done}`);
    } catch (error) {
      if (!(error instanceof HouseProblem)) throw error;
      terminal.say(plain(`${id} is not ${done}: ${error.message}`));
    }
  if (json) terminal.out(JSON.stringify({ [done]: well }));
  return well.length === ids.length ? 0 : 1;
}
