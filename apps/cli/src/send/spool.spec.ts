import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs, { appendFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Spool } from './spool';

const ROOM = 1_000_000;

let folder: string;
let said: string[];
beforeEach(() => {
  said = [];
  folder = mkdtempSync(join(tmpdir(), 'parapet-spool-'));
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const lines = (...texts: readonly string[]): Buffer[] => texts.map((text) => Buffer.from(text));
const files = (): string[] => readdirSync(folder).filter((name) => name.endsWith('.ndjson'));
/** What keeps the lock of a folder, and says so. */
const HOLDING = `
  const lock = new (require('node:sqlite').DatabaseSync)(process.argv[1]);
  lock.exec('begin exclusive');
  console.log('held');
  setInterval(() => lock.isOpen, 1_000);
`;
const FORMAT = 'observation';
const spool = (room = ROOM): Spool =>
  new Spool(folder, FORMAT, room, (line) => void said.push(line));

/** What is taken until nothing more comes. */
async function rest(from: Spool): Promise<string[]> {
  const all: string[] = [];
  for (let batch = await from.take(); batch; batch = await from.take()) {
    all.push(...batch.lines.map(String));
    batch.done();
  }
  return all;
}

test('what is put comes out in its order, and leaves nothing behind', async () => {
  const all = spool();
  await all.put(lines('a', 'b'));
  await all.put(lines('c'));
  all.end();
  expect(await rest(all)).toEqual(['a', 'b', 'c']);
  all.close();
  expect(files()).toEqual([]);
});

test('no lines leave no file behind', async () => {
  const none = spool();
  await none.put([]);
  expect(files()).toEqual([]);
  none.close();
});

test('who takes before there is anything waits for it', async () => {
  const all = spool();
  const first = all.take();
  await all.put(lines('a'));
  expect((await first)?.lines.map(String)).toEqual(['a']);
  all.close();
});

test('what was not decided when its process was killed is taken first by the next one', async () => {
  const first = spool();
  await first.put(lines('a', 'b'));
  (await first.take())?.done();
  await first.put(lines('c', 'd'));
  await first.take();
  first.close();
  const second = spool();
  await second.put(lines('e'));
  second.end();
  expect(await rest(second)).toEqual(['c', 'd', 'e']);
  expect(files()).toEqual([]);
});

test('half a line that was being written is no line', async () => {
  const first = spool();
  await first.put(lines('a'));
  first.close();
  appendFileSync(join(folder, files()[0] ?? ''), '{"half":');
  writeFileSync(join(folder, '000000000009.ndjson'), '{"alone":');
  const second = spool();
  second.end();
  expect(await rest(second)).toEqual(['a']);
  expect(files()).toEqual([]);
});

test('what a machine that lost its power left behind the last line is no line, however long', async () => {
  writeFileSync(
    join(folder, '000000000001.ndjson'),
    Buffer.concat([Buffer.from('a\n'), Buffer.alloc(3 * 1024 * 1024)]),
  );
  const left = spool();
  left.end();
  expect(await rest(left)).toEqual(['a']);
  expect(files()).toEqual([]);
  left.close();
});

test('no more waits than there is room for: whoever puts more waits', async () => {
  const all = spool(10);
  await all.put(lines('123456789'));
  let put = false;
  const more = all.put(lines('more')).then(() => (put = true));
  const batch = await all.take();
  expect([all.bytes, put]).toEqual([10, false]);
  batch?.done();
  await more;
  expect(all.bytes).toBe(5);
  all.close();
});

test('more than a batch is taken in batches, more than a segment lies in several', async () => {
  const all = spool(100_000_000);
  const many = Array.from({ length: 2_500 }, (_, n) => `${n} ${'x'.repeat(4_000)}`);
  for (let n = 0; n < many.length; n += 500) await all.put(lines(...many.slice(n, n + 500)));
  all.end();
  expect(files().length).toBeGreaterThan(1);
  const first = await all.take();
  expect(first?.lines).toHaveLength(1_000);
  first?.done();
  expect(await rest(all)).toEqual(many.slice(1_000));
});

test.each([
  ['a disk without room', 'ENOSPC: no space left on device', 'ENOSPC'],
  ['a disk that was made read-only', 'EROFS: read-only file system', 'EROFS'],
])('%s loses no line: what cannot be kept is sent, and that is said once', async (_, why, code) => {
  const cannot = jest.spyOn(fs, 'writeSync').mockImplementation(() => {
    throw Object.assign(new Error(why), { code });
  });
  const all = spool();
  for (const text of ['a', 'b']) {
    const put = all.put(lines(text));
    const batch = await all.take();
    expect(batch?.lines.map(String)).toEqual([text]);
    batch?.done();
    await put;
  }
  expect(said).toEqual([
    `Nothing can be kept in ${folder} (${why}): what is piped in waits until the house has it. Make room there, or give --spool another folder.`,
  ]);
  cannot.mockRestore();
  await all.put(lines('c'));
  expect(said.slice(1)).toEqual([`Lines are kept in ${folder} again.`]);
  all.end();
  expect(await rest(all)).toEqual(['c']);
  all.close();
});

test('what cannot be a spool is named in a sentence that says what could', () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expect(() => new Spool(file, FORMAT, ROOM, () => undefined)).toThrow(
    /^\S+file cannot be the spool \(EEXIST: .*\): give --spool a folder on a disk with room, which this user may write to\.$/,
  );
});

test('a folder that cannot be made, as below /proc, is told in the same sentence and not tried for ever', () => {
  expect(() => new Spool('/proc/parapet/spool', FORMAT, ROOM, () => undefined)).toThrow(
    /^\/proc\/parapet\/spool cannot be the spool \(ENOENT: .*\): give --spool a folder/,
  );
});

test('a folder that lies in others that are not there is made with them, for its owner alone', () => {
  const deep = join(folder, 'a', 'b');
  new Spool(deep, FORMAT, ROOM, () => undefined).close();
  const modeOf = (path: string): number => fs.statSync(path).mode & 0o777;
  expect([modeOf(join(folder, 'a')), modeOf(deep)]).toEqual([0o700, 0o700]);
});

test('two cannot use one folder, though in containers both are process 1', () => {
  const first = spool();
  expect(() => spool()).toThrow(`${folder} is the spool of another process`);
  first.close();
  spool().close();
});

test('a process that was killed does not hold its folder', async () => {
  const held = spawn(process.execPath, ['-e', HOLDING, join(folder, 'lock')]);
  await once(held.stdout, 'data');
  expect(() => spool()).toThrow('is the spool of another process');
  held.kill('SIGKILL');
  await once(held, 'exit');
  spool().close();
});
