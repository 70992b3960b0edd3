import fc from 'fast-check';
import { LineSplitter } from './line-splitter';

/** The lines of these pieces, and the beginnings of those that were too long. */
function split(pieces: readonly Buffer[], most = 1_000_000) {
  const long: string[] = [];
  const splitter = new LineSplitter(most, (beginning) => long.push(beginning.toString()));
  const lines = pieces.flatMap((piece) => splitter.push(piece));
  return { lines: [...lines, ...splitter.end()].map(String), long };
}
const pieces = (...texts: readonly string[]): Buffer[] => texts.map((text) => Buffer.from(text));

test.each([
  [['a\nb\n'], ['a', 'b']],
  [
    ['a', 'b\nc', 'd'],
    ['ab', 'cd'],
  ],
  [
    ['a\n', '\nb\n', ' \t\r\n'],
    ['a', 'b'],
  ],
  [['a\r\nb'], ['a\r', 'b']],
  [
    ['a\n', '', 'b'],
    ['a', 'b'],
  ],
  [[''], []],
])('%j are the lines %j', (texts, lines) => {
  expect(split(pieces(...texts)).lines).toEqual(lines);
});

test('however the bytes are cut, the lines are the same', () => {
  const text = fc
    .array(fc.string({ unit: 'binary' }))
    .map((lines) => Buffer.from(lines.join('\n')));
  fc.assert(
    fc.property(text, fc.array(fc.nat(200)), (whole, cuts) => {
      const at = [...new Set(cuts)].filter((cut) => cut < whole.length).sort((a, b) => a - b);
      const cut = [0, ...at].map((from, i) => whole.subarray(from, at[i]));
      expect(split(cut)).toEqual(split([whole]));
    }),
  );
});

test('a line that is too long is left out, its neighbours are not, and memory does not grow with it', () => {
  const long = 'x'.repeat(700);
  const { lines, long: told } = split(
    pieces('a\n', ...Array(9).fill(long), '\nb\n', 'y'.repeat(1001)),
    1_000,
  );
  expect(lines).toEqual(['a', 'b']);
  expect(told.map(({ length }) => length)).toEqual([1024, 1001]);
});
