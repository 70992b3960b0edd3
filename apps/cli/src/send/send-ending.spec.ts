import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import fs, {
  closeSync,
  constants,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { call, type Called } from '../testing/call';

const MIB = 1024 * 1024;

let folder: string;
let server: Server;
let env: Record<string, string>;
/** Whether the house takes lines now. */
let isThere: boolean;
/** Requests that it was asked, and lines that it took. */
let asked: number;
let taken: string[];
/** What it says of a line. */
let statusOf: (line: string) => string;
beforeEach(async () => {
  [isThere, asked, taken, statusOf] = [false, 0, [], () => 'created'];
  folder = mkdtempSync(join(tmpdir(), 'parapet-ending-'));
  server = createServer((request, response) => {
    if (request.url === '/v1/agent_heartbeat') return void response.end('{"status":"ok"}');
    asked += 1;
    void text(request).then((body) => {
      if (!isThere) return response.writeHead(503).end();
      const lines = body.trimEnd().split('\n');
      taken.push(...lines);
      return response.end(
        JSON.stringify({ results: lines.map((line) => ({ status: statusOf(line) })) }),
      );
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  env = { PARAPET_URL: `http://127.0.0.1:${port}`, PARAPET_TOKEN: 'pp_a_1' };
});
afterEach(() => {
  jest.restoreAllMocks();
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

const settings = (): never => {
  throw new Error('who sends needs no settings of the services');
};

/** Pipes pieces into a sender with a spool of 1 MiB; whoever writes them lives on. @returns how it ends, and how many were read */
function sending(...pieces: readonly string[]): { ended: Promise<Called>; read: () => number } {
  let read = 0;
  async function* input(): AsyncGenerator<Buffer> {
    for (const piece of pieces) {
      read += 1;
      yield Buffer.from(piece);
    }
    await new Promise(() => undefined);
  }
  const args = ['send', '--spool', join(folder, 'spool'), '--spool-limit', '1'];
  return { ended: call(args, { settings, env, input }), read: () => read };
}

/** What nobody has taken of a pipe that has a name. */
function leftIn(pipe: string): string {
  const reading = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
  const left = Buffer.alloc(64);
  try {
    return left.toString('utf8', 0, readSync(reading, left));
  } finally {
    closeSync(reading);
  }
}

/** A pipe into which this was written, and whose writer lives on. */
const open = (text: string): PassThrough => {
  const pipe = new PassThrough();
  pipe.write(text);
  return pipe;
};

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await turn();
};

test('told to end while the spool is full, it keeps what it has read there all the same', async () => {
  const long = 'x'.repeat(MIB / 2);
  const { ended, read } = sending(`${long}\n${long}\n${long}\n`, 'last\n');
  await until(() => read() === 2 && asked > 0);
  process.emit('SIGTERM');
  expect((await ended).said).toContain('What was not sent waits in');
  isThere = true;
  const again = ['send', '--spool', join(folder, 'spool')];
  await call(again, { settings, env });
  expect(taken.map((line) => line.length)).toEqual([MIB / 2, MIB / 2, MIB / 2, 4]);
});

test('told to end while the spool is full, it keeps what it has taken of the pipe and not looked at yet', async () => {
  const pipe = open(`${'x'.repeat(MIB)}\n`);
  const args = ['send', '--spool', join(folder, 'spool')];
  const ended = call([...args, '--spool-limit', '1'], { settings, env, input: () => pipe });
  await until(() => asked > 0);
  pipe.write('waits\n');
  await until(() => pipe.readableLength === 0);
  pipe.write('last\n{"half":');
  process.emit('SIGTERM');
  await ended;
  isThere = true;
  await call(args, { settings, env });
  expect(taken.slice(1)).toEqual(['waits', 'last']);
});

test('told to end while nothing can be kept, it sends what it has read before it ends', async () => {
  jest.spyOn(fs, 'writeSync').mockImplementation(() => {
    throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  });
  const { ended } = sending('a\n', 'b\n');
  await until(() => asked > 0);
  process.emit('SIGTERM');
  const before = asked;
  await until(() => asked > before);
  isThere = true;
  const { code, answer, said } = await ended;
  expect([code, answer, taken]).toEqual([0, '1 line sent: 1 new, 0 known before.\n', ['a']]);
  expect(said).toContain('What was read is being sent; to be told once more ends it at once.');
  expect(existsSync(join(folder, 'spool'))).toBe(true);
});

test('told to end while lines wait, it writes none that were refused to --rejects: they are refused once more', async () => {
  const rejects = join(folder, 'rejects');
  const args = ['send', '--spool', join(folder, 'spool'), '--rejects', rejects];
  const input = () => open('wrong\nright\n');
  [isThere, statusOf] = [true, (line) => (line === 'wrong' ? 'refused' : 'deferred')];
  const ended = call(args, { settings, env, input });
  await until(() => asked > 0);
  process.emit('SIGTERM');
  expect((await ended).said).toContain('What was not sent waits in');
  expect(readFileSync(rejects, 'utf8')).toBe('');
  statusOf = (line) => (line === 'wrong' ? 'refused' : 'created');
  await call(args, { settings, env });
  expect(readFileSync(rejects, 'utf8')).toBe('wrong\n');
});

test('a Ctrl-C of which both the terminal and npm tell it is heard once: only a later one ends it at once', async () => {
  const listening = process.listenerCount('SIGINT');
  const ended = call(['send'], { settings, env, input: () => open('a\n') });
  await until(() => asked > 0);
  process.emit('SIGINT');
  await turn();
  expect(process.listenerCount('SIGINT')).toBe(listening + 1);
  await until(() => process.listenerCount('SIGINT') === listening);
  isThere = true;
  expect((await ended).answer).toBe('1 line sent: 1 new, 0 known before.\n');
});

describe('a pipe that has a name', () => {
  let pipe: string;
  let writing: number;
  beforeEach(() => {
    pipe = join(folder, 'pipe');
    execFileSync('bash', ['-c', 'mkfifo "$0"', pipe]);
    writing = openSync(pipe, 'r+');
  });
  afterEach(() => closeSync(writing));

  test('told to end, it sends what it has read of it, though nothing more comes', async () => {
    const ended = call(['send', pipe], { settings, env });
    writeSync(writing, 'a\nhalf');
    await until(() => asked > 0);
    process.emit('SIGTERM');
    isThere = true;
    expect((await ended).answer).toBe('1 line sent: 1 new, 0 known before.\n');
  });

  test('told to end, it leaves in it what comes after that, while it sends what it has read', async () => {
    const ended = call(['send', pipe], { settings, env });
    writeSync(writing, 'a\n');
    await until(() => asked > 0);
    process.emit('SIGTERM');
    await turn();
    writeSync(writing, 'b\n');
    const before = asked;
    await until(() => asked > before);
    isThere = true;
    await ended;
    expect(taken).toEqual(['a']);
    expect(leftIn(pipe)).toBe('b\n');
  });

  test('what comes through it is kept in a spool', async () => {
    const ended = call(['send', pipe, '--spool', join(folder, 'spool')], { settings, env });
    writeSync(writing, 'a\nb\n');
    await Promise.race([ended, once(server, 'request')]);
    process.emit('SIGTERM');
    expect((await ended).said).toContain('What was not sent waits in');
  });
});
