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

/** What is said of a line that is taken, and heard of it. */
interface LineTake {
  /** Hears which observation it is, before that may be recorded. */
  readonly identified: (id: string) => void;
  /** W3C `traceparent` of the request, where that is traced. */
  readonly traceparent: string | undefined;
  /** It was recorded and counted, and is recorded once more behind another one. */
  readonly again: boolean;
}

/** Takes a line that could be read. Rejects with a Problem when it is wrong, with Unavailable when it must be sent again. */
export type TakeLine = (line: ReadLine, how: LineTake) => Promise<LineResult>;

/** What is done with lines. */
export interface LineTaker {
  readonly take: TakeLine;
  /** Hears of each line that is wrong. */
  readonly refused: (problem: Problem) => void;
  /** See `LineTake`. */
  readonly traceparent?: string | undefined;
}

/** Lines that are read before it is asked whether there is room, and bytes of them before others have their turn: some milliseconds. */
const AT_ONCE = { lines: 100, bytes: 128 * 1024 };
/** For so long what found no room is tried again while its neighbours get through. Milliseconds. */
const PATIENCE_MS = 10_000;

/** A body on its way. */
interface Body {
  readonly lines: readonly Buffer[];
  /** Bytes that a line may have. */
  readonly most: number;
  readonly taker: LineTaker;
  /** What became of each line at first; undefined as long as it is not certain that it was recorded. */
  readonly results: (LineResult | undefined)[];
  /** Of each line that is an observation, which. */
  readonly ids: (string | undefined)[];
}

/** Lines of a body that are taken together. */
interface Round {
  /** Those that need not be taken again. */
  readonly taken: Set<number>;
  /** Why one of them must be sent again. */
  away?: Unavailable;
}

/**
 * Takes each line by itself: what is wrong with one changes nothing for its neighbours. Those of one body may be more than can wait to be
 * written at once: what finds no room is taken when the others are written, for else it would never be, however often it was sent. With
 * a line those behind it that are the same observation are taken again: the last one stays the last.
 * @param most bytes that a line may have
 * @returns one result per line, in order
 * @throws Unavailable when every line must be sent again, and no line was wrong
 */
export async function takeLines(
  lines: readonly Buffer[],
  most: number,
  taker: LineTaker,
): Promise<readonly LineResult[]> {
  const body: Body = { lines, most, taker, results: lines.map(() => undefined), ids: [] };
  const until = performance.now() + PATIENCE_MS;
  let left: readonly number[] = lines.map((_, i) => i);
  for (let before = lines.length; ;) {
    const { away, taken } = await takeSome(body, left);
    if (!away) return body.results as readonly LineResult[];
    const failed = left.filter((i) => !taken.has(i));
    left = withLaterCopies(body, failed);
    if (failed.length >= before || performance.now() > until) return deferred(body, left, away);
    before = failed.length;
  }
}

/** Lines that failed, and those behind them that may be the same observation and were recorded. */
function withLaterCopies({ lines, ids }: Body, failed: readonly number[]): readonly number[] {
  const again = new Set(failed);
  const unsure = new Set<string | undefined>();
  const isLeft = (i: number): boolean => {
    const id = ids[i];
    if (again.has(i)) unsure.add(id);
    else return id !== undefined && (unsure.has(id) || unsure.has(undefined));
    return true;
  };
  return [...lines.keys()].filter(isLeft);
}

function deferred(
  { results }: Body,
  left: readonly number[],
  away: Unavailable,
): readonly LineResult[] {
  if (left.length === results.length) throw away;
  const told = [...results];
  for (const i of left) told[i] = { status: 'deferred', error: away.told };
  return told as readonly LineResult[];
}

/** Takes lines until one of them finds no room, and waits for those. */
async function takeSome(body: Body, left: readonly number[]): Promise<Round> {
  const round: Round = { taken: new Set() };
  const outcomes: Promise<void>[] = [];
  let bytes = 0;
  for (const [n, i] of left.entries()) {
    const areRead = n > 0 && n % AT_ONCE.lines === 0;
    if (areRead || bytes >= AT_ONCE.bytes) {
      bytes = 0;
      await turn();
    }
    if (areRead && round.away) break;
    bytes += body.lines[i]?.length ?? 0;
    const outcome = takeLine(body, i, round);
    // Nobody listens before the last line has begun.
    outcome.catch(() => undefined);
    outcomes.push(outcome);
  }
  await Promise.all(outcomes);
  return round;
}

async function takeLine(
  { lines, most, taker, results, ids }: Body,
  i: number,
  round: Round,
): Promise<void> {
  try {
    const line = readLine(lines[i] as Buffer, most);
    const identified = (id: string): void => void (ids[i] = id);
    const { traceparent } = taker;
    const again = results[i] !== undefined;
    const result = await taker.take(line, { identified, again, traceparent });
    results[i] ??= result;
  } catch (error) {
    if (error instanceof Unavailable) return void (round.away ??= error);
    if (!(error instanceof Problem)) throw error;
    results[i] ??= refusedAs(error, taker);
  }
  round.taken.add(i);
}

function refusedAs(problem: Problem, { refused }: LineTaker): LineResult {
  refused(problem);
  return { status: 'refused', error: problemText(problem) };
}
