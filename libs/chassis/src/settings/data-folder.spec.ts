import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dataFile, makeDataFolder } from './data-folder';
import { SettingsError } from './settings-error';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parapet-data-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('it makes the folders on the way, and again makes nothing', () => {
  const wanted = join(folder, 'a/b');
  makeDataFolder(wanted);
  makeDataFolder(wanted);
  expect(existsSync(wanted)).toBe(true);
});

test.each(['', 'below'])(
  'a DATA_DIR that is a file, or lies below one, is told as a bad setting',
  (below) => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const make = (): void => makeDataFolder(join(file, below));
    expect(make).toThrow(SettingsError);
    expect(make).toThrow('DATA_DIR cannot be used: name a folder that this process may make');
  },
);

test('a DATA_DIR where no folder can be made, as below /proc, is told as a bad setting and not tried for ever', () => {
  const make = (): void => makeDataFolder('/proc/parapet/data');
  expect(make).toThrow(SettingsError);
  expect(make).toThrow('DATA_DIR cannot be used: name a folder that this process may make');
});

test('what agents see is for the eyes of its owner alone; a file that is there stays as it is', () => {
  const mode = (path: string): number => statSync(path).mode & 0o777;
  const made = dataFile(join(folder, 'data'), 'log.sqlite');
  expect(mode(made)).toBe(0o600);
  writeFileSync(join(folder, 'old'), 'content', { mode: 0o640 });
  const old = dataFile(folder, 'old');
  expect([mode(old), statSync(old).size]).toEqual([0o640, 7]);
});

test('a file that cannot be written to is told as a bad setting', () => {
  mkdirSync(join(folder, 'log.sqlite'));
  expect(() => dataFile(folder, 'log.sqlite')).toThrow(SettingsError);
});
