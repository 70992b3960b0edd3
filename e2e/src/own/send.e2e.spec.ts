import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../apart/ports';
import { issueAbout, issueInFull, newAgent, type TestAgent, unique, walk } from '../house/actors';
import { type Child, startChild } from '../house/child';
import { eventually } from '../house/eventually';
import { openOwnHouse, type OwnHouse } from '../house/house';
import type { ListedEvent } from '../house/shapes';

const LINES = Number(process.env['SENT_LINES'] ?? 4_000);
const KILLS = 3;

jest.setTimeout(600_000 + LINES * 3);

let house: OwnHouse;
let agent: TestAgent;
let spool: string;
beforeAll(async () => {
  const [port] = await freePorts(1);
  house = await openOwnHouse({ env: { PORT: String(port) } });
});
beforeEach(async () => {
  agent = await newAgent(house.admin);
  spool = await mkdtemp(join(tmpdir(), 'parapet-spool-'));
});
afterEach(() => rm(spool, { recursive: true }));

/** `parapet send`, with what is piped in kept in a spool. */
const sender = (): Child =>
  startChild(
    'apps/cli/dist/main.js',
    { PARAPET_URL: house.baseUrl, PARAPET_TOKEN: agent.token },
    [],
    ['send', '--spool', spool, '--json'],
  );

/** Lines about one destination, each different. */
const linesAbout = (destination: string, from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, i) =>
    JSON.stringify({
      ...{ kind: 'network_connection', timestamp: '2026-03-03T10:11:12Z', verdict: 'detected' },
      metadata: { destination, port: 443, protocol: 'tcp', nth: from + i },
    }),
  );

/** Pipes lines in, as fast as they are read. */
async function pipe({ process: { stdin } }: Child, lines: readonly string[]): Promise<void> {
  if (!stdin) throw new Error('it has no input');
  for (let from = 0; from < lines.length; from += 500) {
    const text = lines.slice(from, from + 500).join('\n');
    if (!stdin.write(`${text}\n`)) await once(stdin, 'drain');
  }
}

/** How many observations this life of the house has recorded. */
async function recorded(): Promise<number> {
  const { text } = await house.admin.get('/metrics');
  return Number(/observations_total{outcome="accepted",reason=""} (\d+)/.exec(text)?.[1] ?? 0);
}

/** Every line is one event, and counts once. */
async function isExact(destination: string, count: number): Promise<void> {
  const path = `/v1/events?limit=1000&agent_id=${agent.id}`;
  const events = await walk<ListedEvent>(house.admin, path);
  expect([events.length, new Set(events.map(({ metadata }) => metadata['nth'])).size]).toEqual([
    ...[count, count],
  ]);
  const { id } = await issueAbout(house.admin, destination);
  await eventually(async () => {
    const { occurrences } = await issueInFull(house.admin, id);
    expect(occurrences).toBe(count);
    return true;
  });
}

test(`of ${LINES} lines that are piped in while the house is killed ${KILLS} times every one is stored exactly once`, async () => {
  const destination = `${unique('send')}.example.com`;
  const sending = sender();
  const part = Math.ceil(LINES / (KILLS + 1));
  for (let n = 0; n <= KILLS; n += 1) {
    const lines = linesAbout(destination, n * part, Math.min(LINES, (n + 1) * part));
    if (n > 0) await house.kill9();
    const piped = pipe(sending, lines);
    if (n > 0) await house.start();
    await Promise.all([piped, eventually(async () => (await recorded()) > 0)]);
  }
  sending.process.stdin?.end();
  expect([await sending.gone, sending.output()]).toEqual([0, expect.any(String)]);
  const [said = ''] = /^{.*}$/m.exec(sending.output()) ?? [];
  const { created, updated, ...rest } = JSON.parse(said) as Record<string, number>;
  expect(rest).toMatchObject({ lines: LINES, skipped: 0, refused: 0 });
  expect((created ?? 0) + (updated ?? 0)).toBe(LINES);
  await isExact(destination, LINES);
});

test('what was spooled while the house was away is there when it comes back, though `parapet send` was killed meanwhile', async () => {
  const destination = `${unique('spooled')}.example.com`;
  const lines = linesAbout(destination, 0, 1_500);
  await house.kill9();
  const killed = sender();
  await pipe(killed, lines);
  await eventually(async () => {
    const files = (await readdir(spool)).filter((name) => name.endsWith('.ndjson'));
    const texts = await Promise.all(files.map((name) => readFile(join(spool, name), 'utf8')));
    return texts.join('').split('\n').length === lines.length + 1;
  });
  killed.process.kill('SIGKILL');
  await killed.gone;
  await house.start();
  const again = sender();
  again.process.stdin?.end();
  expect(await again.gone).toBe(0);
  expect(again.output()).toContain(`"lines":${lines.length},"created":${lines.length}`);
  await isExact(destination, lines.length);
});
