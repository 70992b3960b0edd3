import { Change } from '@codemirror/merge';
import { changesBetween } from './changes-between';
import { shortened } from './shortened';

/** A text of so many lines of its own. */
const lines = (word: string, count: number): string =>
  Array.from({ length: count }, (_, i) => `${word} ${i}\n`).join('');

/** The first text with changes made to it. */
function changed(a: string, b: string, changes: readonly Change[]): string {
  const ends = [0, ...changes.map(({ toA }) => toA)];
  const parts = changes.map(
    ({ fromA, fromB, toB }, i) => a.slice(ends[i], fromA) + b.slice(fromB, toB),
  );
  return parts.join('') + a.slice(ends.at(-1));
}

test('of many lines that are gone the first are left, and it is known how many are not, and where', () => {
  const [before, after] = [lines('old', 5_000), lines('new', 3_000)];
  const short = shortened(before, changesBetween(before, after), 200);
  expect(short.before).toBe(lines('old', 200));
  expect(short.gaps).toEqual([{ at: 0, lines: 4_800 }]);
  expect(changed(short.before, after, short.changes)).toBe(after);
});

test('few lines that are gone are all left', () => {
  const [before, after] = [lines('old', 200), lines('new', 3_000)];
  const changes = changesBetween(before, after);
  expect(shortened(before, changes, 200)).toEqual({ before, changes, gaps: [] });
});

test.each(['', 'end', 'end\n'])(
  'what is left out at several places is told of each, and what stayed is what it was: "%s"',
  (end) => {
    const same = lines('same', 900);
    const before = `${lines('one', 300)}${same}${lines('two', 2)}${same}${lines('three', 400)}${end}`;
    const after = `${same}here\n${same}${end}`;
    const short = shortened(before, changesBetween(before, after), 100);
    expect(short.gaps).toEqual([
      { at: 0, lines: 200 },
      { at: after.length - end.length, lines: 300 },
    ]);
    expect(changed(short.before, after, short.changes)).toBe(after);
  },
);

test('a change that begins or ends within a line leaves the rest of its lines alone', () => {
  const before = `name: ${lines('old', 300)}last: old end`;
  const [from, to] = ['name: '.length, before.indexOf(' end')];
  const after = 'name: new end';
  const changes = [new Change(from, to, from, 'name: new'.length)];
  const short = shortened(before, changes, 10);
  expect(short.before).toBe(`name: ${lines('old', 10)} end`);
  expect(short.gaps).toEqual([{ at: from, lines: 291 }]);
  expect(changed(short.before, after, short.changes)).toBe(after);
});
