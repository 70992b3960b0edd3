import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { IngestModule } from '@parapet/ingest';
import { testHouse, type TestHouse } from '@parapet/chassis/testing';
import { type ActivityEvent, decode } from '@parapet/contracts';
import { listed } from '../testing/fleet';
import { type Caller, openToCallers } from '../testing/open-to-callers';

const ROOT = join(__dirname, '../../../..');
const PAGE = readFileSync(join(ROOT, 'docs/sensors.md'), 'utf8');

let house: TestHouse;
let call: Caller;
let id: string;
let token: string;
let folder: string;
beforeAll(async () => {
  house = await testHouse({ imports: [IngestModule] });
  call = await openToCallers(house);
});
afterAll(() => house.close());
beforeEach(async () => {
  ({ id, token } = await house.addAgent());
  folder = mkdtempSync(join(tmpdir(), 'parapet-sensors-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The only snippet of the page that says this, with the token and the house of this test. */
function snippet(saying: string): string {
  const [, ...blocks] = PAGE.split(/^```(?:yaml|sh|crontab)\n/m);
  const found = blocks
    .map((block) => block.split(/^```$/m)[0] ?? '')
    .filter((b) => b.includes(saying));
  expect(found).toHaveLength(1);
  const { port } = house.app.getHttpServer().address() as AddressInfo;
  return String(found[0])
    .replaceAll('https://parapet.example', `http://127.0.0.1:${port}`)
    .replaceAll('pp_a_…', token)
    .replaceAll(/\/(etc\/falco|var\/spool\/parapet)\//g, `${folder}/`);
}

/** The value of a setting in a snippet. */
function setting(block: string, name: string): string {
  const value = new RegExp(`^ *${name}: (.+)$`, 'm').exec(block)?.[1];
  if (value === undefined) throw new Error(`no ${name} in ${block}`);
  return value.replace(/^(["'])(.*)\1$/, '$2');
}

/** What a sensor was seen to write, each event on its line. */
function written(sensor: 'falco' | 'tetragon'): string[] {
  const samples = join(ROOT, 'apps/ingest/src', sensor, 'samples');
  const names = readdirSync(samples).filter((name) => name.endsWith('.json'));
  return names.map((name) => readFileSync(join(samples, name), 'utf8').replaceAll(/\n\s*/g, ''));
}

/** Runs a program as Falco does, in the root of the machine. @returns what it printed */
async function told(program: string, line: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const child = spawn('sh', ['-c', program], {
    ...{ stdio: ['pipe', 'pipe', 'inherit'], cwd: '/', env: { ...process.env, ...env } },
  });
  child.stdin.end(`${line}\n`);
  return text(child.stdout);
}

async function* piped(lines: readonly string[]): AsyncGenerator<Buffer> {
  for (const line of lines) yield Buffer.from(`${line}\n`);
}

/** Sends lines as whoever ships logs does. */
async function ship(path: string, headers: Record<string, string>, lines: readonly string[]) {
  const answer = await house.inject({
    ...{ method: 'POST', url: path, payload: gzipSync(lines.join('\n')) },
    headers: { ...headers, 'content-encoding': 'gzip' },
  });
  const { results } = answer.json<{ results: readonly { readonly status: string }[] }>();
  expect(answer.statusCode).toBe(200);
  return results.map(({ status }) => status);
}

/** Resolves when the agent of this test was seen. */
async function seen(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const follower = house.log.follow('sightings', (raw) => {
    const { event } = decode<ActivityEvent>(raw);
    if (event.type === 'AgentSighted' && event.data.agent_id === id) resolve();
  });
  await promise;
  await follower.close();
}

const HEALTH = 3;
const TAKEN = written('tetragon').map((line) =>
  /process_throttle|rate_limit_info/.test(line) ? 'skipped' : 'created',
);

test('what Tetragon writes can be piped into the command of the page', async () => {
  const command = snippet('--format tetragon').split('| npx --no parapet ')[1] ?? '';
  const lines = written('tetragon');
  const input = () => piped(lines);
  const { answer } = await call([...command.trim().split(' '), '--token', token, '--json'], {
    input,
  });
  const created = lines.length - HEALTH;
  expect(JSON.parse(answer)).toMatchObject({ created, skipped: HEALTH, refused: 0 });
});

test('lines of another sensor than --format says are not lost without a word', async () => {
  const lines = written('tetragon');
  const rejects = join(folder, 'rejects');
  const args = ['send', '--format', 'falco', '--token', token, '--rejects', rejects];
  const { code, answer } = await call(args, { input: () => piped(lines) });
  expect(answer).toContain(`${lines.length} not kept.\n  ${lines.length}  no Falco event`);
  expect([code, readFileSync(rejects, 'utf8')]).toEqual([1, `${lines.join('\n')}\n`]);
});

test('Falco can write to the command of the page', async () => {
  const program = setting(snippet('keep_alive: true'), 'program');
  const { port } = house.app.getHttpServer().address() as AddressInfo;
  const env = { PARAPET_URL: `http://127.0.0.1:${port}`, PARAPET_TOKEN: token };
  const inCheckout = program.replace('/opt/parapet', ROOT);
  const answer = await told(`${inCheckout} --json`, written('falco').join('\n'), env);
  expect(JSON.parse(answer)).toMatchObject({ skipped: 1, refused: 0 });
});

test('the curl of the page sends one alert', async () => {
  writeFileSync(join(folder, 'parapet.header'), `Authorization: Bearer ${token}`);
  const program = setting(snippet('curl -sS'), 'program');
  const before = (await listed(house, 'events')).length;
  const alert = written('falco').find((line) => line.includes('api.example.net')) ?? '';
  expect(JSON.parse(await told(program, alert))).toMatchObject({ status: 'created' });
  expect(await listed(house, 'events')).toHaveLength(before + 1);
});

test('Vector sends the lines as they are, under the headers of the page', async () => {
  const block = snippet('codec: text');
  expect(setting(block, 'compression')).toBe('gzip');
  // Of itself Vector sends 10 MB at once, and gives up what the house refuses.
  expect(Number(setting(block, 'max_bytes'))).toBeLessThan(8 * 1024 * 1024);
  const { pathname } = new URL(setting(block, 'uri'));
  const headers = {
    authorization: setting(block, 'Authorization'),
    'content-type': setting(block, 'Content-Type'),
  };
  expect(await ship(pathname, headers, written('tetragon'))).toEqual(TAKEN);
});

test('Fluent Bit writes the events anew, one on each line', async () => {
  const block = snippet('format: json_lines');
  expect([setting(block, 'compress'), setting(block, 'json_date_key')]).toEqual(['gzip', 'false']);
  // Else one line that somebody makes too long ends what is heard of all that come after it.
  expect(setting(block, 'skip_long_lines')).toBe('on');
  const [name = '', ...value] = setting(block, 'header').split(' ');
  const headers = { [name]: value.join(' '), 'content-type': 'application/x-ndjson' };
  const lines = written('tetragon').map((line) => JSON.stringify(JSON.parse(line)));
  expect(await ship(setting(block, 'uri'), headers, lines)).toEqual(TAKEN);
});

test('Falcosidekick posts each alert as JSON, with the header of the page', async () => {
  const block = snippet('customHeaders:');
  const answers = written('falco').map((payload) =>
    house.inject({
      ...{ method: 'POST', url: new URL(setting(block, 'address')).pathname, payload },
      headers: {
        authorization: setting(block, 'Authorization'),
        'content-type': 'application/json; charset=utf-8',
      },
    }),
  );
  const statuses = (await Promise.all(answers)).map(({ statusCode }) => statusCode);
  expect(statuses.sort()).toEqual([200, ...statuses.slice(1).map(() => 201)]);
});

test('an agent whose sensor says nothing is seen while its pipe is open, and no line is made of that', async () => {
  const pipe = new PassThrough();
  const ended = call(['send', '--token', token], { input: () => pipe });
  await seen();
  pipe.end();
  expect(await ended).toEqual({
    ...{ code: 0, answer: '0 lines sent: 0 new, 0 known before.\n', said: '' },
  });
});

test('the line of the page for cron says that the agent is there', async () => {
  writeFileSync(join(folder, 'parapet.header'), `Authorization: Bearer ${token}`);
  const [, command = ''] = snippet('agent_heartbeat').split('* * * * * root ');
  expect(await told(command, '')).toBe('');
  await seen();
});
