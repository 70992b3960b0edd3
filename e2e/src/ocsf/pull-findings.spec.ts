import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { connection, issueAbout, newAgent, recordNew, unique } from '../house/actors';
import { type House, openOwnHouse } from '../house/house';

const DOCS = join(__dirname, '../../../docs');
const SCRIPT = join(DOCS, 'siem/pull-findings.sh');
const run = promisify(execFile);

let house: House;
let folder: string;
beforeAll(async () => {
  house = await openOwnHouse();
  folder = await mkdtemp(join(tmpdir(), 'parapet-siem-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function pull(token = house.adminToken): Promise<void> {
  const file = join(folder, '.token');
  await writeFile(file, token);
  await run('sh', [SCRIPT, house.baseUrl, file, folder]);
}

async function newIssue(): Promise<string> {
  const domain = `${unique('siem')}.example.com`;
  await recordNew(await newAgent(house.admin), connection(domain));
  return (await issueAbout(house.admin, domain)).id;
}

const files = (): readonly string[] =>
  readdirSync(folder).filter((name) => /^findings-.*Z-\d+\.ndjson$/.test(name));

/** Issues in the files, in the order of the files. */
const pulled = (): readonly string[] =>
  files()
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').slice(0, -1))
    .map((line) => (JSON.parse(line) as { finding_info: { uid: string } }).finding_info.uid);

test('the guide shows the script as it is run', () => {
  const page = readFileSync(join(DOCS, 'operations.md'), 'utf8');
  expect(page).toContain(`\n\`\`\`sh\n${readFileSync(SCRIPT, 'utf8')}\`\`\`\n`);
});

test('each run leaves a file of what was found since the one before', async () => {
  const first = await newIssue();
  await pull();
  expect(pulled()).toContain(first);
  const second = await newIssue();
  await pull();
  expect(pulled()).toContain(second);
});

test('what is refused leaves no file, and is asked for again', async () => {
  const [before, since] = [files(), readFileSync(join(folder, '.since'), 'utf8')];
  await expect(pull('none')).rejects.toThrow('401');
  expect([files(), readFileSync(join(folder, '.since'), 'utf8')]).toEqual([before, since]);
});

test('two runs at once, the first one slow, leave each what it found', async () => {
  const [at, token] = [await mkdtemp(join(tmpdir(), 'parapet-siem-')), join(folder, '.token')];
  const asked: ServerResponse[] = [];
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/x-ndjson');
    server.emit('asked', asked.push(response));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const pullFrom = async () => {
    const heard = once(server, 'asked');
    const ended = run('sh', [SCRIPT, `http://127.0.0.1:${port}`, token, at]);
    await heard;
    return { ended };
  };
  const slow = await pullFrom();
  asked[0]?.write('1\n');
  const fast = await pullFrom();
  asked[1]?.end('2\n');
  await fast.ended;
  asked[0]?.end('3\n');
  await slow.ended;
  server.close();
  const found = readdirSync(at).filter((name) => name.startsWith('findings-'));
  expect(found.map((name) => readFileSync(join(at, name), 'utf8')).sort()).toEqual([
    '1\n3\n',
    '2\n',
  ]);
  await rm(at, { recursive: true });
});

/** Pulls once from what answers so, into a folder that was pulled into before. @returns the names that are there then */
async function pullOnce(answer: (response: ServerResponse) => unknown) {
  const [at, token] = [await mkdtemp(join(tmpdir(), 'parapet-siem-')), join(folder, '.token')];
  await writeFile(token, house.adminToken);
  await writeFile(join(at, '.since'), '2026-03-03T00:00:00Z');
  const server = createServer((_, response) => void answer(response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const error = await run('sh', [SCRIPT, `http://127.0.0.1:${port}`, token, at]).catch(String);
  server.close();
  const found = [readdirSync(at), readFileSync(join(at, '.since'), 'utf8').trim()] as const;
  await rm(at, { recursive: true });
  return { error, names: found[0].filter((name) => name !== '.since'), since: found[1] };
}

test('a clock that is wrong here loses nothing: the next run begins by that of the house', async () => {
  const { names, since } = await pullOnce((response) =>
    response
      .writeHead(200, {
        ...{ date: 'Sun, 01 Mar 2026 00:03:12 GMT', 'content-type': 'application/x-ndjson' },
      })
      .end('1\n'),
  );
  expect([names, since]).toEqual([
    [expect.stringMatching(/^findings-2026-03-01T00:03:12Z-\d+\.ndjson$/)],
    '2026-02-28T23:58:12Z',
  ]);
});

test.each([
  ['a redirect', 302, { location: 'https://127.0.0.1/' }],
  ['the page of a proxy', 200, { 'content-type': 'text/html' }],
  ['what does not say when it was', 200, { 'content-type': 'application/x-ndjson' }],
])('%s is no finding: it leaves no file, and is asked for again', async (_, status, headers) => {
  const { error, names, since } = await pullOnce((response) => {
    response.sendDate = false;
    response.writeHead(status, headers).end('<p>');
  });
  expect([error, names, since]).toEqual([
    expect.stringMatching(/where the house itself answers|does not say when/),
    [],
    '2026-03-03T00:00:00Z',
  ]);
});

test('where to begin is not forgotten when it cannot be written', async () => {
  const [since, token] = [join(folder, '.since'), join(folder, '.token')];
  await writeFile(since, '9999-01-01T00:00:00Z');
  await writeFile(token, house.adminToken);
  const noRoom = ['-c', 'ulimit -f 0; exec sh "$@"', 'sh', SCRIPT, house.baseUrl, token, folder];
  await expect(run('sh', noRoom)).rejects.toThrow();
  expect(readFileSync(since, 'utf8')).toBe('9999-01-01T00:00:00Z');
});

test('where nothing was found there is no empty file', async () => {
  const before = files();
  await writeFile(join(folder, '.since'), '9999-01-01T00:00:00Z');
  await pull();
  expect([files(), existsSync(join(folder, '.since'))]).toEqual([before, true]);
});
