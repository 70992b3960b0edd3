import { Change, diff } from '@codemirror/merge';
import { type ChangeObject, diffLines } from 'diff';

/** Beyond so many differences the library takes what it has found. */
const PRECISION = { scanLimit: 500 } as const;
/** Characters of two texts that are compared one by one. Of longer ones that would end with saying that all is different. */
const MOST_OF_TEXTS = 16_000;
/** The same of a part of longer texts, of which there may be many. */
const MOST_OF_A_PART = 4_000;
/** Lines that are gone or new, for which long texts are compared by lines: what that takes grows with their square. */
const MOST_LINES = 1_000;

/** What has to be changed in a text to make it another, in order. Of long texts first the lines are compared. */
export function changesBetween(a: string, b: string): readonly Change[] {
  if (Math.max(a.length, b.length) <= MOST_OF_TEXTS) return diff(a, b, PRECISION);
  const parts = diffLines(a, b, { maxEditLength: MOST_LINES });
  if (!parts) return [new Change(0, a.length, 0, b.length)];
  return gapsBetween(parts).flatMap((gap) => {
    const { fromA, toA, fromB, toB } = gap;
    if (Math.max(toA - fromA, toB - fromB) > MOST_OF_A_PART) return [gap];
    return diff(a.slice(fromA, toA), b.slice(fromB, toB), PRECISION).map(
      (one) => new Change(fromA + one.fromA, fromA + one.toA, fromB + one.fromB, fromB + one.toB),
    );
  });
}

/** Lines that stand in one text in place of those in the other. */
function gapsBetween(parts: readonly Part[]): readonly Change[] {
  const gaps: Change[] = [];
  let [a, b] = [0, 0];
  let [fromA, fromB] = [0, 0];
  for (const { value, added, removed } of [...parts, NO_MORE]) {
    if (removed) a += value.length;
    else if (added) b += value.length;
    else {
      if (a > fromA || b > fromB) gaps.push(new Change(fromA, a, fromB, b));
      [a, b] = [a + value.length, b + value.length];
      [fromA, fromB] = [a, b];
    }
  }
  return gaps;
}

type Part = Pick<ChangeObject<string>, 'value' | 'added' | 'removed'>;

/** Ends what is different at the end of both. */
const NO_MORE: Part = { value: '', added: false, removed: false };
