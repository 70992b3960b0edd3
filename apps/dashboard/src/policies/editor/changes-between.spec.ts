import { diff } from '@codemirror/merge';
import { changesBetween } from './changes-between';

const RULES = 5_000;

/** A text of so many rules; `word` says which domain each allows. */
const text = (word: (i: number) => string, rules = RULES): string =>
  Array.from({ length: rules }, (_, i) => `  - pattern: ${word(i)}.example.com\n`).join('');

const old = text((i) => `old-${i}`);

/** The first text with the changes made to it. */
function changed(a: string, b: string): string {
  let at = 0;
  let made = '';
  for (const { fromA, toA, fromB, toB } of changesBetween(a, b)) {
    made += a.slice(at, fromA) + b.slice(fromB, toB);
    at = toA;
  }
  return made + a.slice(at);
}

test('few changes in a long text are few, wherever they are, and lie within their lines', () => {
  const isNew = (i: number): boolean => i % 500 === 250;
  const is = text((i) => (isNew(i) ? `new-${i}` : `old-${i}`));
  const changes = changesBetween(old, is);
  expect(changed(old, is)).toBe(is);
  const lines = changes.map(({ fromB }) => is.slice(0, fromB).split('\n').length - 1);
  expect(new Set(lines)).toEqual(new Set([...Array(RULES).keys()].filter(isNew)));
  expect(Math.max(...changes.map(({ fromB, toB }) => toB - fromB))).toBeLessThan(10);
});

test('two long texts that have nothing in common are wholly different', () => {
  const is = text((i) => `${i}-new`);
  expect(changesBetween(old, is)).toHaveLength(1);
  expect(changed(old, is)).toBe(is);
});

test('short texts are compared as the library does it', () => {
  const [a, b] = [text((i) => `old-${i}`, 50), text((i) => (i === 7 ? 'new' : `old-${i}`), 50)];
  expect(changesBetween(a, b)).toEqual(diff(a, b, { scanLimit: 500 }));
});

const ENDS = [
  ...[['', ''] as const, ['', 'an end'] as const, ['an end', ''] as const],
  ...[['\n', 'another\n'] as const, ['\nan end\n', '\n'] as const],
];
const some = (part: number): string => text((i) => `part-${part}-${i}`, 400);

test.each([
  ['a part is taken away', [1, 2, 3], [1, 3]],
  ['a part is added', [1, 3], [1, 2, 3]],
  ['parts change places', [1, 2, 3, 4], [4, 2, 3, 1]],
  ['a part is there twice', [1, 2, 3], [1, 2, 3, 2]],
  ['nothing is the same', [1, 2], [3, 4]],
  ['nothing is left', [1, 2], []],
  ['there was nothing', [], [1, 2]],
])('the changes make of one text the other where %s, however it ends', (_, before, after) => {
  const [a, b] = [before, after].map((parts) => parts.map(some).join(''));
  for (const [end, otherEnd] of ENDS) {
    const [from, to] = [`${a}${end}`, `${b}${otherEnd}`];
    expect(changed(from, to)).toBe(to);
  }
});
