import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const BIN = join(__dirname, '../bin/parapet.mjs');
const ABOUT = { services: [], storage: { read_model: 'embedded' } };
const ISSUE = { id: 'issue_1', title: 'x', severity: 'high', last_seen: '', micro_context: {} };

let server: Server;
let folder: string;
/** The policies that were made. */
let made: { readonly id: string; readonly name: string | undefined }[];

/** A house in which something happens all the time, and that at first has no policies. */
async function house(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url } = request;
  if (url?.startsWith('/v1/stream')) {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const tell = () => response.write(`event: issue.created\ndata: ${JSON.stringify(ISSUE)}\n\n`);
    const telling = setInterval(tell, 20);
    return void response.on('close', () => clearInterval(telling));
  }
  const list = url === '/v1/about' ? ABOUT : { data: made };
  if (method !== 'POST') return void response.end(JSON.stringify(list));
  const [, name] = /^name: (.*)$/m.exec(await text(request)) ?? [];
  const policy = { id: `policy_${made.length}`, name };
  made.push(policy);
  response.end(JSON.stringify(policy));
}

beforeEach(async () => {
  made = [];
  folder = mkdtempSync(join(tmpdir(), 'parapet-unread-'));
  for (const name of ['a', 'b', 'c'])
    writeFileSync(
      join(folder, `${name}.yaml`),
      `name: ${name}\ntype: allow\nrules:\n  - pattern: ${name}.example\n`,
    );
  server = createServer((request, response) => void house(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

const houseUrl = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

/** Runs a line of a shell in which $parapet asks this house. @returns what it prints */
async function shell(line: string): Promise<string> {
  const env = {
    ...{ PATH: process.env['PATH'], HOME: process.env['HOME'], folder },
    ...{ PARAPET_URL: houseUrl(), PARAPET_TOKEN: 'pp_u_1' },
    parapet: `${process.execPath} ${BIN}`,
  };
  const child = spawn('bash', ['-c', line], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  return text(child.stdout);
}

test.each([
  ['the answer', '$parapet policy apply $folder --yes 2>/dev/null | true'],
  ['what is said beside it', '$parapet policy apply $folder --yes 2>&1 >/dev/null | true'],
])('what changes something is done to its end though nobody reads %s', async (_, line) => {
  expect(await shell(`${line}; echo \${PIPESTATUS[0]}`)).toBe('0\n');
  expect(made.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
});

test('what shows something without end, ends when nobody reads it any more', async () => {
  expect(await shell('$parapet tail | head -1 | wc -l; echo ${PIPESTATUS[0]}')).toBe('1\n0\n');
});

test('so it does where its answer goes to a socket, as to a program that started it', async () => {
  const env = { PATH: process.env['PATH'], PARAPET_URL: houseUrl(), PARAPET_TOKEN: 'pp_u_1' };
  const child = spawn(process.execPath, [BIN, 'tail'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(child, 'exit');
  await once(child.stdout, 'data');
  child.stdout.destroy();
  expect(await ended).toEqual([0, null]);
});
