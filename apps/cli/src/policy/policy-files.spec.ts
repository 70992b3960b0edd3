import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { policyFiles } from './policy-files';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'parapet-files-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const at = (...names: readonly string[]): string => join(folder, ...names);

function put(name: string, policy = name): void {
  mkdirSync(at('pol'), { recursive: true });
  writeFileSync(at('pol', name), `name: ${policy}\ntype: allow\nrules:\n  - pattern: a.example\n`);
}

const pathsOf = (...paths: readonly string[]): string[] =>
  policyFiles(paths).map(({ path }) => path);

test('a file that is named by its folder and by itself is read once', () => {
  put('a.yaml');
  put('b.yaml');
  const twice = `${folder}/./pol/../pol/b.yaml`;
  expect(pathsOf(at('pol'), at('pol', 'a.yaml'), twice)).toEqual([
    at('pol', 'a.yaml'),
    at('pol', 'b.yaml'),
  ]);
});

test('a file that a link leads to is read once, as it was named first', () => {
  put('a.yaml');
  symlinkSync(at('pol'), at('other'));
  symlinkSync('a.yaml', at('pol', 'z.yaml'));
  expect(pathsOf(at('other'), at('pol'))).toEqual([at('other', 'a.yaml')]);
});

test('a file without end, and one that is longer than any policy, are refused by name and not read on', () => {
  mkdirSync(at('pol'));
  writeFileSync(at('pol', 'long.yaml'), 'a'.repeat(4_194_305));
  writeFileSync(at('pol', 'most.yaml'), '#'.repeat(4_194_304));
  const sentence = 'it has more than 4 MiB: a policy is no longer than';
  expect(() => pathsOf('/dev/zero', at('pol', 'long.yaml'), at('pol', 'most.yaml'))).toThrow(
    new RegExp(
      `^/dev/zero: ${sentence}.*\n${at('pol', 'long.yaml')}: ${sentence}.*\n${at('pol', 'most.yaml')}: A policy may have at most 64 KiB of YAML`,
    ),
  );
});

test('what a shell hands over as a file, and a program writes bit by bit, is read to its end', async () => {
  put('a.yaml');
  const pipe = at('pipe');
  execFileSync('bash', ['-c', 'mkfifo "$0"', pipe]);
  const writing = spawn('bash', ['-c', 'tail -n +1 "$0" > "$1"', at('pol', 'a.yaml'), pipe]);
  expect(pathsOf(pipe)).toEqual([pipe]);
  await once(writing, 'close');
});

test('two files with a policy of the same name are refused by name', () => {
  put('a.yaml', 'egress');
  put('b.yaml', 'egress');
  expect(() => pathsOf(at('pol'))).toThrow(
    `${at('pol', 'b.yaml')}: its policy is named egress, as that of ${at('pol', 'a.yaml')}`,
  );
});

test('a folder in a folder is no file of it, whatever its name', () => {
  put('a.yaml');
  mkdirSync(at('pol', 'old.yaml'));
  expect(pathsOf(at('pol'))).toEqual([at('pol', 'a.yaml')]);
  expect(() => pathsOf(at('pol', 'old.yaml'))).toThrow('There is no .yaml, .yml or .json file in ');
});

const NONE = 'there is no such file or folder';
test('no path at all is refused: by no file every policy would go', () => {
  expect(() => policyFiles([])).toThrow('No file is named, and no folder.');
});

test('what is not there, and a link to nothing, are refused by name', () => {
  mkdirSync(at('pol'));
  symlinkSync('gone.yaml', at('pol', 'a.yaml'));
  expect(() => pathsOf(at('pol'), at('none.yaml'))).toThrow(
    ['a.yaml', '../none.yaml'].map((name) => `${at('pol', name)}: ${NONE}`).join('\n'),
  );
});
