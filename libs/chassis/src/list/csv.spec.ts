import fc from 'fast-check';
import { csvText } from './csv';
import { cellText } from './csv-cell';

/** A reader of RFC 4180, written from it alone. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  let row: string[] = [];
  while (field.lastIndex < text.length) {
    const at = field.lastIndex;
    const found = field.exec(text);
    if (!found) throw new Error(`not CSV from ${at} on: ${text.slice(at, at + 20)}`);
    row.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '');
    if (found[3] === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
const table = { file: 'a.csv', columns: ['a', 'b.c'] };
const written = async (value: unknown): Promise<string | undefined> =>
  readCsv(await csvText(table, [{ a: value }]))[1]?.[0];

test('there is a header row, a row for each item, and each ends with CR LF', async () => {
  const text = await csvText(table, [{ a: 1, b: { c: 'x' } }, { b: { c: true } }]);
  expect(text).toBe('"a","b.c"\r\n"1","x"\r\n"","true"\r\n');
  expect(await csvText(table, [])).toBe('"a","b.c"\r\n');
});

test.each([19, 20, 21, 40, 45])(
  'of %i rows, which are written some at a time, each is there once, and in order',
  async (count) => {
    const rows = Array.from({ length: count }, (_, a) => ({ a, b: { c: 'x' } }));
    const expected = rows.map(({ a }) => [String(a), 'x']);
    expect(readCsv(await csvText(table, rows))).toEqual([['a', 'b.c'], ...expected]);
  },
);

test.each([
  ['a formula', '=1+1', "'=1+1"],
  ['a formula that calls a program', "=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"],
  ['a formula with a plus', '+1', "'+1"],
  ['a formula with a minus', '-2+3', "'-2+3"],
  ['a formula with an at', '@SUM(1)', "'@SUM(1)"],
  ['a full-width equals sign', '\uff1d1', "'\uff1d1"],
  ['a full-width plus', '\uff0b1', "'\uff0b1"],
  ['a full-width minus', '\uff0d1', "'\uff0d1"],
  ['a full-width at', '\uff20a', "'\uff20a"],
  ['a formula behind a tab', '\t=1', '\\t=1'],
  ['a formula behind a carriage return', '\r=1', '\\r=1'],
  ['a formula behind a line', 'a\n=1', 'a\\n=1'],
  ['a formula behind a byte order mark', '\ufeff=1', '\\ufeff=1'],
  ['a formula behind a quote', '"=1', '"=1'],
  ['a formula in another column of a list cut at semicolons', 'a;=1', 'a;=1'],
  ['quotes and commas', 'a "b", c', 'a "b", c'],
  ['lines', 'a\r\nb', 'a\\r\\nb'],
  ['NUL', 'a\0b', 'a\\u0000b'],
  ['colours of a terminal', '\u001b[31mred', '\\u001b[31mred'],
  ['C1 controls', '\u009b31m', '\\u009b31m'],
  ['text that runs backwards', 'a\u202egpj.exe', 'a\\u202egpj.exe'],
  ['separators of lines and paragraphs', '\u2028\u2029', '\\u2028\\u2029'],
  ['half a character', 'a\ud83d', 'a\\ud83d'],
  ['a whole one', 'a😀', 'a😀'],
  ['another script', 'имя 名前', 'имя 名前'],
  ['a path of Windows', 'C:\\new', 'C:\\new'],
  ['a number', 443, '443'],
  ['nothing', null, ''],
  ['a list', ['a', '=1'], '["a","=1"]'],
  ['an object', { toString: 1 }, '{"toString":1}'],
])('%s', async (_, value, cell) => expect(await written(value)).toBe(cell));

test('what leads to a name that every object has is empty', async () => {
  const text = await csvText({ file: 'a.csv', columns: ['constructor', 'a.length', 'b.c.d'] }, [
    { a: 'text', b: { c: null } },
  ]);
  expect(readCsv(text)[1]).toEqual(['', '', '']);
});

test('any reader of CSV reads back exactly the cells, however hostile: no formula, no control, no row too many', async () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc
      .array(fc.constantFrom(...'=+-@\t\r\n",;\'\0\u202e\uff1d ax'), { maxLength: 8 })
      .map((c) => c.join('')),
  );
  const cell = fc.oneof(hostile, fc.double(), fc.boolean(), fc.constant(null), fc.array(hostile));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, cell), { maxLength: 120 }), async (rows) => {
      const items = rows.map(([a, c]) => ({ a, b: { c } }));
      const [header, ...read] = readCsv(await csvText(table, items));
      expect(header).toEqual(['a', 'b.c']);
      const safe = (value: unknown): string =>
        cellText(value).replace(/^[=+\-@\uff1d\uff0b\uff0d\uff20]/, (sign) => `'${sign}`);
      expect(read).toEqual(rows.map((row) => row.map(safe)));
      for (const text of read.flat()) expect(text).not.toMatch(/^[=+\-@]|[\p{Cc}\u202e]/u);
    }),
    { seed: 4180, numRuns: 200 },
  );
});
