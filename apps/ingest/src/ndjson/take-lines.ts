import { setImmediate as turn } from 'node:timers/promises';
import { Problem, problemText, Unavailable } from '@parapet/contracts';
import type { Taken } from '../observation/observation-intake';
import { type ReadLine, readLine } from './read-line';

/** What became of one line. */
export type LineResult =
  | Taken
  /** Nothing that is kept as an observation. */
  | { readonly status: 'skipped'; readonly reason: string }
  /** It is wrong, and will be each time. */
  | { readonly status: 'refused'; readonly error: string }
  /** It is not certain that it was recorded: it must be sent again. */
  | { readonly status: 'deferred'; readonly error: string };

/** Takes a line that could be read. Rejects with a Problem when it is wrong, with Unavailable when it must be sent again. */
export type TakeLine = (line: ReadLine) => Promise<LineResult>;

/** What is done with lines. */
export interface LineTaker {
  readonly take: TakeLine;
  /** Hears of each line that is wrong. */
  readonly refused: (problem: Problem) => void;
}

/** Lines that are read before others have their turn: some milliseconds of work. */
const AT_ONCE = 100;

/**
 * Takes each line by itself: what is wrong with one changes nothing for its neighbours.
 * @param most bytes that a line may have
 * @returns one result per line, in order
 * @throws Unavailable when every line must be sent again, and no line was wrong
 */
export async function takeLines(
  lines: readonly Buffer[],
  most: number,
  taker: LineTaker,
): Promise<readonly LineResult[]> {
  const outcomes: Promise<LineResult | Unavailable>[] = [];
  for (const [i, line] of lines.entries()) {
    if (i > 0 && i % AT_ONCE === 0) await turn();
    const outcome = takeLine(line, most, taker);
    // Nobody listens before the last line has begun.
    outcome.catch(() => undefined);
    outcomes.push(outcome);
  }
  const ended = await Promise.all(outcomes);
  const [first] = ended;
  if (first instanceof Unavailable && ended.every((e) => e instanceof Unavailable)) throw first;
  return ended.map((outcome) => (outcome instanceof Unavailable ? deferred(outcome) : outcome));
}

const deferred = ({ message }: Unavailable): LineResult => ({ status: 'deferred', error: message });

async function takeLine(
  line: Buffer,
  most: number,
  { take, refused }: LineTaker,
): Promise<LineResult | Unavailable> {
  try {
    return await take(readLine(line, most));
  } catch (error) {
    if (error instanceof Unavailable) return error;
    if (!(error instanceof Problem)) throw error;
    refused(error);
    return { status: 'refused', error: problemText(error) };
  }
}
