import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call } from '../testing/call';
import { Spool } from './spool';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parapet-format-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const spool = (format: string): Spool => new Spool(folder, format, 1_000, () => undefined);
/** A line of Tetragon that waits there. */
async function waiting(): Promise<void> {
  const kept = spool('tetragon');
  await kept.put([Buffer.from('{"process_exec":{}}')]);
  kept.close();
}
/** How many lines the first batch has. */
async function first(from: Spool): Promise<number | undefined> {
  const batch = await from.take();
  from.close();
  return batch?.lines.length;
}

test('lines of one format that wait in a spool are never sent as another, which would lose them: it says which they are', async () => {
  await waiting();
  const settings = (): never => {
    throw new Error('who sends needs no settings of the services');
  };
  const args = ['send', '--spool', folder, '--url', 'http://127.0.0.1:2', '--token', 't'];
  expect(await call(args, { settings })).toEqual({
    ...{ code: 2, answer: '' },
    said: `${folder} keeps lines of another format: say --format tetragon, or give --spool another folder. \`parapet help\` says what there is.\n`,
  });
  expect(await first(spool('tetragon'))).toBe(1);
});

test('a spool of before that says no format takes the one that it is given', async () => {
  await waiting();
  rmSync(join(folder, 'tetragon.format'));
  expect(await first(spool('falco'))).toBe(1);
  expect(() => spool('tetragon')).toThrow('say --format falco');
});
