import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readHeaders } from './read-headers';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parapet-headers-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function read(text: string) {
  const path = join(folder, 'headers');
  writeFileSync(path, text);
  return readHeaders(path);
}

test('a header stands on each line, whoever ended it; blanks around its value do not count', () =>
  expect(read('Authorization: Bearer a:b \r\n\nX-Team:blue\n__proto__: c')).toEqual(
    Object.fromEntries([
      ['Authorization', 'Bearer a:b'],
      ['X-Team', 'blue'],
      ['__proto__', 'c'],
    ]),
  ));

test.each([
  ['x: 1\nBearer sesame', 'headers, line 2: a header is written like Name: value.'],
  ['Bearer sesame: 1', 'headers, line 1: a header is written like Name: value.'],
  ['x: sesame\nx: sesame', 'headers, line 2: this header stands there twice.'],
  ['\n', 'There is no header in'],
])('%j is refused, and nothing of it is quoted', (text, sentence) => {
  expect(() => read(text)).toThrow(sentence);
  expect(() => read(text)).not.toThrow('sesame');
});

test('a file that is not there is said to be', () =>
  expect(() => readHeaders(join(folder, 'none'))).toThrow(
    /^The headers cannot be read: ENOENT: .*none/,
  ));
