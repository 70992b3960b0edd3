import { Change, diff } from '@codemirror/merge';

/** As the library compares by itself: beyond so many differences it takes what it has found. */
const PRECISION = { scanLimit: 500 } as const;
/** Characters of two texts that are compared one by one. Of longer ones the library says that all is different. */
const MOST_OF_TEXTS = 16_000;
/** The same of a part of longer texts, of which there may be many. */
const MOST_OF_A_PART = 4_000;

/** A line of one text, and the same in the other. */
interface Anchor {
  readonly a: number;
  readonly b: number;
}

/** Lines that stand in one text in place of those in the other; ends are exclusive. */
interface Gap {
  readonly from: Anchor;
  readonly to: Anchor;
}

/**
 * What has to be changed in a text to make it another, in order. Long texts are compared by lines, in about as much time as it takes
 * to sort them, and only what is between two lines that both have once is looked at closer.
 */
export function changesBetween(a: string, b: string): readonly Change[] {
  if (Math.max(a.length, b.length) <= MOST_OF_TEXTS) return diff(a, b, PRECISION);
  const lines = { a: a.split('\n'), b: b.split('\n') };
  const [startsA, startsB] = [startsOf(lines.a), startsOf(lines.b)];
  return gapsBetween(lines.a, lines.b).flatMap(({ from, to }) => {
    // What is only in one of them, at its end, begins with the end of the line before.
    const atEnd = from.a === lines.a.length || from.b === lines.b.length ? 1 : 0;
    const [fromA, fromB] = [(startsA[from.a] ?? 0) - atEnd, (startsB[from.b] ?? 0) - atEnd];
    const toA = Math.min(startsA[to.a] ?? 0, a.length);
    const toB = Math.min(startsB[to.b] ?? 0, b.length);
    if (Math.max(toA - fromA, toB - fromB) > MOST_OF_A_PART)
      return [new Change(fromA, toA, fromB, toB)];
    return diff(a.slice(fromA, toA), b.slice(fromB, toB), PRECISION).map(
      (one) => new Change(fromA + one.fromA, fromA + one.toA, fromB + one.fromB, fromB + one.toB),
    );
  });
}

/** Where each line begins, and where one behind the last would. */
function startsOf(lines: readonly string[]): readonly number[] {
  const starts = [0];
  for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.length + 1);
  return starts;
}

function gapsBetween(a: readonly string[], b: readonly string[]): readonly Gap[] {
  const gaps: Gap[] = [];
  let from: Anchor = { a: 0, b: 0 };
  for (const to of [...anchorsOf(a, b), { a: a.length, b: b.length }]) {
    const gap = narrowed(a, b, { from, to });
    if (gap.from.a < gap.to.a || gap.from.b < gap.to.b) gaps.push(gap);
    from = { a: to.a + 1, b: to.b + 1 };
  }
  return gaps;
}

/** Without what is the same at both ends. */
function narrowed(a: readonly string[], b: readonly string[], { from, to }: Gap): Gap {
  const most = Math.min(to.a - from.a, to.b - from.b);
  let first = 0;
  while (first < most && a[from.a + first] === b[from.b + first]) first += 1;
  let last = 0;
  while (last < most - first && a[to.a - last - 1] === b[to.b - last - 1]) last += 1;
  return {
    from: { a: from.a + first, b: from.b + first },
    to: { a: to.a - last, b: to.b - last },
  };
}

/** The most lines, each of which both texts have once, that stand in both in the same order. */
function anchorsOf(a: readonly string[], b: readonly string[]): readonly Anchor[] {
  const inB = onceIn(b);
  const shared = [...onceIn(a)].flatMap(([line, at]) => {
    const other = inB.get(line) ?? -1;
    return at < 0 || other < 0 ? [] : [{ a: at, b: other }];
  });
  return inOrder(shared);
}

/** The place of each line that is there once; -1 for one that is there again. */
function onceIn(lines: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  lines.forEach((line, at) => places.set(line, places.has(line) ? -1 : at));
  return places;
}

interface Run extends Anchor {
  /** The one before it in the longest run that ends with it. */
  readonly before: Run | undefined;
}

/** The longest run that ascends in `b`, by patience sorting. @param anchors ascending in `a` */
function inOrder(anchors: readonly Anchor[]): readonly Anchor[] {
  /** Of the runs of each length, the one that ends first. */
  const ends: Run[] = [];
  for (const anchor of anchors) {
    const place = placeIn(ends, anchor.b);
    ends[place] = { ...anchor, before: ends[place - 1] };
  }
  const run: Anchor[] = [];
  for (let at = ends.at(-1); at; at = at.before) run.push(at);
  return run.toReversed();
}

/** How many of the ends, which ascend, are before `b`. */
function placeIn(ends: readonly Run[], b: number): number {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle]?.b ?? b) < b) low = middle + 1;
    else high = middle;
  }
  return low;
}
