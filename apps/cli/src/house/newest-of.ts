import { answer } from '../answer';
import { Misuse, type Terminal } from '../surroundings';
import type { HouseClient } from './house-client';
import { type Filters, LONGEST_PAGE, pagesOf } from './pages-of';

/** Of every command that lists what may be without end. */
export const NEWEST_OPTIONS = {
  since: { type: 'string', describe: 'only those made after it, like 2026-01-31T12:00:00Z' },
  until: { type: 'string', describe: 'only those made up to it, itself included' },
  limit: {
    type: 'number',
    default: 50,
    describe: `how many of the newest, up to ${LONGEST_PAGE}`,
  },
} as const;

/** A list, and which of it. */
interface Asked {
  readonly path: string;
  readonly filters: Filters;
  /** How many are shown, at most. */
  readonly limit: number;
}

/** How they are shown. */
interface Shown<T> {
  readonly json: boolean | undefined;
  readonly lines: (found: readonly T[]) => readonly string[];
}

/**
 * Answers the newest of a list of the API, and says so where there are more.
 * @throws Misuse, HouseProblem, HouseAway
 */
export async function answerNewest<T extends { readonly created_at: string }>(
  house: HouseClient,
  { path, filters, limit }: Asked,
  { json, lines }: Shown<T>,
  terminal: Terminal,
): Promise<void> {
  if (!(Number.isInteger(limit) && limit >= 1 && limit <= LONGEST_PAGE))
    throw new Misuse(`--limit is a whole number from 1 to ${LONGEST_PAGE}.`);
  const found: T[] = [];
  // One more than is shown tells for certain that there are more.
  for await (const page of pagesOf<T>(house, path, filters, Math.min(limit + 1, LONGEST_PAGE))) {
    found.push(...page);
    if (found.length > limit) break;
  }
  const newest = found.slice(0, limit);
  answer(terminal, newest, json, lines);
  if (found.length > limit)
    terminal.say(
      `There are more: ${limit === 1 ? 'this is the newest' : `these are the newest ${limit}`}. --limit shows up to ${LONGEST_PAGE}, ${whatGoesOn(path, newest)}.`,
    );
}

/** What `--until` lets through begins with what was made at that time: where that is all that is shown, it would be shown again. */
function whatGoesOn(path: string, newest: readonly { readonly created_at: string }[]): string {
  const [first, last] = [newest[0]?.created_at, newest.at(-1)?.created_at];
  return first === last
    ? `${newest.length === 1 ? 'it was' : 'all were'} made at ${last}: GET ${path} goes on, by its cursor`
    : `--until ${last} goes on`;
}
