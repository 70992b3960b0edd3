import { closeSync, openSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Misuse } from '../surroundings';

const SUFFIX = '.format';

/**
 * Lets a folder keep lines of one format alone: the house would refuse all others, and none of them would be left. An empty file says
 * by its name which it is, for which a full disk has room too. A folder that nothing is said in takes the format that it is given.
 * @throws Misuse when it is another
 */
export function keepFormat(folder: string, format: string): void {
  const said = readdirSync(folder).find((name) => name.endsWith(SUFFIX));
  if (said === undefined) return closeSync(openSync(join(folder, format + SUFFIX), 'w', 0o600));
  const kept = basename(said, SUFFIX);
  if (kept === format) return;
  throw new Misuse(
    `${folder} keeps lines of another format: say --format ${kept}, or give --spool another folder.`,
  );
}
