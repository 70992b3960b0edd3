import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDataFolder } from './data-folder';
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
