import { Change } from '@codemirror/merge';

/** Where lines that are gone are left out. */
export interface Gap {
  /** Where they would be struck: a place in the text that is new. */
  readonly at: number;
  /** How many lines are left out. */
  readonly lines: number;
}

interface Shortened {
  /** The text that was, without what is left out. */
  readonly before: string;
  /** What makes of it the text that is. */
  readonly changes: readonly Change[];
  readonly gaps: readonly Gap[];
}

/**
 * A comparison of which nobody has to draw more than is read: what is gone at one place is shown up to a number of lines. What is new
 * needs none of this, for of that only what is seen is drawn.
 * @param most lines that are gone at one place, of which all are shown
 */
export function shortened(before: string, changes: readonly Change[], most: number): Shortened {
  const kept: string[] = [];
  const gaps: Gap[] = [];
  let at = 0;
  let left = 0;
  const moved = changes.map(({ fromA, toA, fromB, toB }) => {
    const from = fromA - left;
    const end = endOf(before, fromA, toA, most);
    const lines = linesIn(before, end, toA);
    if (lines > 0) {
      kept.push(before.slice(at, end));
      gaps.push({ at: fromB, lines });
      left += toA - end;
      at = toA;
    }
    return new Change(from, toA - left, fromB, toB);
  });
  return { before: kept.join('') + before.slice(at), changes: moved, gaps };
}

/** Where so many lines end that begin at a place; at most at another one. */
function endOf(text: string, from: number, to: number, lines: number): number {
  let at = from;
  for (let line = 0; line < lines && at < to; line += 1) {
    const end = text.indexOf('\n', at);
    at = end < 0 ? to : Math.min(end + 1, to);
  }
  return at;
}

/** How many lines end between two places of a text, or at the end of it. */
function linesIn(text: string, from: number, to: number): number {
  const lines = text.slice(from, to).split('\n').length - 1;
  return from < to && !text.endsWith('\n', to) ? lines + 1 : lines;
}
