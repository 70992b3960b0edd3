import { eachOf } from './each-of';
import type { HouseClient } from './house/house-client';
import type { ExitCode, Terminal } from './surroundings';

/** What is removed, and how that is told. */
interface Removal {
  readonly ids: readonly string[];
  readonly pathOf: (id: string) => string;
  readonly done: 'deleted' | 'revoked';
  readonly json: boolean | undefined;
}

/** Removes one after the other, as `eachOf` does. */
export const removeEach = (
  house: HouseClient,
  { pathOf, ...removal }: Removal,
  terminal: Terminal,
): Promise<ExitCode> => eachOf({ ...removal, act: (id) => house.remove(pathOf(id)) }, terminal);
