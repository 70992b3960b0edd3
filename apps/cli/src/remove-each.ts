import type { HouseClient } from './house/house-client';
import { HouseProblem } from './house/house-problem';
import { plain } from './plain-text';
import type { ExitCode, Terminal } from './surroundings';

/** What is removed, and how that is told. */
interface Removal {
  readonly ids: readonly string[];
  readonly pathOf: (id: string) => string;
  /** What is said of each, and the field of the answer. */
  readonly done: 'deleted' | 'revoked';
  readonly json: boolean | undefined;
}

/**
 * Removes one after the other. Where the house refuses one it says why and goes on, as `rm` does: of tokens that have leaked none stays
 * because another was written wrong.
 * @returns 1 where any was refused
 * @throws HouseAway, NoHouse
 */
export async function removeEach(
  house: HouseClient,
  { ids, pathOf, done, json }: Removal,
  terminal: Terminal,
): Promise<ExitCode> {
  const removed: string[] = [];
  for (const id of ids)
    try {
      await house.remove(pathOf(id));
      removed.push(id);
      terminal.say(`${id} is ${done}`);
    } catch (error) {
      if (!(error instanceof HouseProblem)) throw error;
      terminal.say(plain(`${id} is not ${done}: ${error.message}`));
    }
  if (json) terminal.out(JSON.stringify({ [done]: removed }));
  return removed.length === ids.length ? 0 : 1;
}
