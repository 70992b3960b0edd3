import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { IngestModule } from '@parapet/ingest';
import { testHouse, type TestHouse } from '@parapet/chassis/testing';
import type { Called } from '../testing/call';
import { listed } from '../testing/fleet';
import { type Caller, openToCallers } from '../testing/open-to-callers';

let house: TestHouse;
let call: Caller;
let token: string;
let folder: string;
beforeAll(async () => {
  house = await testHouse({ imports: [IngestModule] });
  call = await openToCallers(house);
  ({ token } = await house.addAgent());
});
afterAll(() => house.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parapet-send-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

let nth = 0;
const observation = (): string =>
  JSON.stringify({
    ...{ kind: 'network_connection', timestamp: '2026-03-03T10:11:12Z', verdict: 'detected' },
    metadata: { nth: (nth += 1) },
  });
const observations = (count: number): string[] => Array.from({ length: count }, observation);

async function* pieces(...texts: readonly string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text);
}

const send = (args: readonly string[], ...piped: readonly string[]): Promise<Called> =>
  call(['send', '--token', token, ...args], { input: () => pieces(...piped) });

const counts = ({ answer }: Called): unknown => JSON.parse(answer);

test('lines of a file are sent, and those sent twice are known the second time', async () => {
  const file = join(folder, 'events.ndjson');
  const before = (await listed(house, 'events')).length;
  writeFileSync(file, `${observations(2_500).join('\n')}\n`);
  expect(await send([file])).toEqual({
    ...{ code: 0, answer: '2500 lines sent: 2500 new, 0 known before.\n', said: '' },
  });
  expect(counts(await send([file, '--json']))).toMatchObject({ created: 0, updated: 2_500 });
  expect(await listed(house, 'events')).toHaveLength(before + 2_500);
});

test('lines that are piped in are sent, however they are cut, the last one without an end too', async () => {
  const text = observations(3).join('\n');
  const { code, answer } = await send([], text.slice(0, 50), text.slice(50));
  expect([code, answer]).toEqual([0, '3 lines sent: 3 new, 0 known before.\n']);
});

test('lines that are refused are counted by their reasons, kept in a file, and make it end with 1', async () => {
  const rejects = join(folder, 'rejects');
  const [wrong, broken] = ['{"kind":"k"}', '{"kind":'];
  const text = [...observations(1), wrong, broken, ...observations(1)].join('\n');
  const called = await send(['-', '--rejects', rejects, '--json'], text);
  expect([called.code, counts(called)]).toEqual([
    1,
    {
      ...{ lines: 4, created: 2, updated: 0, skipped: 0, refused: 2 },
      reasons: { 'timestamp is required': 1, 'The line is not valid JSON': 1 },
      seconds: expect.any(Number) as number,
    },
  ]);
  expect(readFileSync(rejects, 'utf8')).toBe(`${wrong}\n${broken}\n`);
  writeFileSync(rejects, `${wrong}\n${observation()}\n`);
  expect(counts(await send([rejects, '--json']))).toMatchObject({ created: 1, refused: 1 });
});

test('what a spool has kept is sent before what is piped in, and leaves nothing there', async () => {
  const spool = join(folder, 'spool');
  await send(['--spool', spool], '');
  writeFileSync(join(spool, '000000000001.ndjson'), `${observation()}\n{"half":`);
  const called = await send(['--spool', spool], observation());
  expect([called.code, called.answer]).toEqual([0, '2 lines sent: 2 new, 0 known before.\n']);
  expect(readdirSync(spool).filter((name) => name.endsWith('.ndjson'))).toEqual([]);
});

test.each(['falco', 'tetragon'])(
  'what %s prints is sent to where it is understood',
  async (format) => {
    const samples = join(__dirname, '../../../ingest/src', format, 'samples');
    const files = readdirSync(samples).filter((name) => name.endsWith('.json'));
    const events = files.map((name) => readFileSync(join(samples, name), 'utf8'));
    const lines = events.map((event) => event.replaceAll('\n', ' '));
    const called = await send(['--format', format, '--json'], lines.join('\n'));
    const { created, skipped, ...rest } = counts(called) as Record<string, number>;
    expect(rest).toMatchObject({ lines: lines.length, updated: 0, refused: 0 });
    expect([called.code, (created ?? 0) + (skipped ?? 0)]).toEqual([0, lines.length]);
    expect(created).toBeGreaterThan(0);
  },
);

test('a line that comes alone is with the house before the next one comes', async () => {
  const there = (await listed(house, 'events')).length;
  async function* slowly(): AsyncGenerator<Buffer> {
    for (let n = 1; n <= 3; n += 1) {
      yield Buffer.from(`${observation()}\n`);
      while ((await listed(house, 'events')).length < there + n) await turn();
    }
  }
  const args = ['send', '--token', token, '--spool', join(folder, 'spool')];
  expect(await call(args, { input: slowly })).toMatchObject({ code: 0 });
});

/** A pipe into which this was written, and whose writer lives on. */
const open = (text: string): Readable => {
  const pipe = new PassThrough();
  pipe.write(text);
  return pipe;
};

test('told to end, it sends what it has read, and reads no more', async () => {
  const there = (await listed(house, 'events')).length;
  const ended = call(['send', '--token', token], {
    input: () => open(`${observation()}\n{"half":`),
  });
  while ((await listed(house, 'events')).length === there) await turn();
  process.emit('SIGTERM');
  expect(await ended).toMatchObject({ code: 0, answer: '1 line sent: 1 new, 0 known before.\n' });
});

test('told to end while the house is away, it leaves in the spool what waits there', async () => {
  const spool = join(folder, 'spool');
  const away = ['--url', 'http://127.0.0.1:2', '--spool', spool, '--token', token];
  const ended = call(['send', ...away], { input: () => open(`${observation()}\n`) });
  const isKept = (): boolean => existsSync(join(spool, '000000000001.ndjson'));
  while (!isKept()) await turn();
  process.emit('SIGTERM');
  const { code, said } = await ended;
  expect([code, said]).toEqual([
    0,
    expect.stringContaining(`What was not sent waits in ${spool}.`),
  ]);
  expect(counts(await send(['--spool', spool, '--json'], ''))).toMatchObject({ created: 1 });
});

test('a token that is refused ends it with a sentence, and the spool keeps the lines', async () => {
  const spool = join(folder, 'spool');
  const input = () => pieces(`${observation()}\n`);
  const called = await call(['send', '--spool', spool], { input });
  expect([called.code, called.said]).toEqual([
    1,
    expect.stringMatching(/^Missing or invalid agent token: set PARAPET_TOKEN to that of an agent/),
  ]);
  expect(counts(await send(['--spool', spool, '--json'], ''))).toMatchObject({ created: 1 });
});

test('what is no house is named with what it answered, and the spool keeps the lines', async () => {
  const spool = join(folder, 'spool');
  const proxy = createServer((_, response) => response.end('{"ok":true}'));
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const { code, said } = await send(['--spool', spool, '--url', url], `${observation()}\n`);
  proxy.close();
  expect([code, said]).toEqual([
    1,
    expect.stringMatching(
      `^What answers at ${url} is no house: its answer has no results, but is {"ok":true}\\. Set PARAPET_URL`,
    ),
  ]);
  expect(counts(await send(['--spool', spool, '--json'], ''))).toMatchObject({ created: 1 });
});

test.each([
  [['file', '--spool', 'folder'], 'A file needs no --spool'],
  [['--spool', 'folder', '--spool-limit', 'much'], '--spool-limit is a whole number of MiB'],
  [['--format', 'csv'], 'Choices: "observation", "falco", "tetragon"'],
])('%j is called in a wrong way, and told what would be right', async (args, sentence) => {
  expect(await send(args)).toMatchObject({
    ...{ code: 2, said: expect.stringContaining(sentence) as string },
  });
});

test('a file for what is refused that cannot be written is told before anything is read', async () => {
  const there = (await listed(house, 'events')).length;
  const rejects = join(folder, 'nowhere', 'rejects');
  const { code, said } = await send(['--rejects', rejects], observation());
  expect([code, said]).toEqual([
    1,
    expect.stringMatching(`^${rejects} cannot keep what is refused \\(ENOENT: `),
  ]);
  expect(await listed(house, 'events')).toHaveLength(there);
});

test('a file for what is refused that has no room ends it with what to do, and the spool keeps the lines', async () => {
  const spool = join(folder, 'spool');
  const text = `${observation()}\n{"half":\n`;
  const { code, said } = await send(['--spool', spool, '--rejects', '/dev/full'], text);
  expect([code, said]).toEqual([
    1,
    expect.stringMatching(/^\/dev\/full cannot keep what is refused \(ENOSPC.*: make room there/),
  ]);
  const again = await send(['--spool', spool, '--json'], '');
  expect(counts(again)).toMatchObject({ created: 0, updated: 1, refused: 1 });
});

test('what is refused is not kept in the file that is sent: it would be sent, and refused, again', async () => {
  const file = join(folder, 'rejects');
  writeFileSync(file, '{"kind":"k"}\n');
  symlinkSync(file, join(folder, 'link'));
  for (const rejects of [file, join(folder, 'link')]) {
    const { code, said } = await send([file, '--rejects', rejects]);
    expect([code, said]).toEqual([
      2,
      expect.stringContaining('--rejects is the file that is sent'),
    ]);
  }
  expect(readFileSync(file, 'utf8')).toBe('{"kind":"k"}\n');
});

test('a folder is refused by its name, with what may be sent instead', async () => {
  expect(await send([folder, '--spool-limit', '1'])).toEqual({
    ...{ code: 2, answer: '' },
    said: expect.stringContaining(`${folder} is a folder: send each file in it`) as string,
  });
});

test('a file that is not there is said to be missing', async () => {
  const file = join(folder, 'nothing');
  expect(await send([file])).toMatchObject({ code: 1, said: `There is no file ${file}.\n` });
});
