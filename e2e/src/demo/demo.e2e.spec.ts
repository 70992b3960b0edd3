import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Child, type Environment, startChild } from '../house/child';
import { Client } from '../house/client';
import { eventually } from '../house/eventually';
import { openOwnHouse, type OwnHouse } from '../house/house';

/** What the demo plants, as GET /v1/issues must have it: severity, verdict, status, how often, and by which agent. */
const PLANTED = {
  'Crypto miner executed': ['high', 'detected', 'open', 1, 'demo-node-2'],
  'Forbidden egress to xmr.pool.example': ['critical', 'detected', 'open', 9, 'demo-node-2'],
  'Generated domain name contacted': ['critical', 'detected', 'open', 36, 'demo-node-3'],
  'Suspicious file access: /etc/shadow': ['medium', 'detected', 'open', 1, 'demo-node-1'],
  'Unknown egress to 10.96.0.1': ['low', 'detected', 'resolved', 90, 'demo-node-1'],
  'Unknown egress to 198.51.100.23': ['medium', 'blocked', 'open', 3, 'demo-runner-3'],
  'Unknown egress to 203.0.113.200': ['high', 'detected', 'open', 4, 'demo-node-3'],
  'Unknown egress to collect.telemetry-kit.example': [
    'high',
    'detected',
    'open',
    24,
    'demo-runner-2',
  ],
};

interface Said {
  readonly run: string;
  readonly kept: number;
  readonly found: readonly { readonly id: string; readonly title: string }[];
  readonly missing: readonly object[];
  readonly unexpected: readonly object[];
  readonly webhooks: readonly { readonly event: string; readonly issue: object }[] | null;
}

interface Issue {
  readonly id: string;
  readonly title: string;
  readonly severity: string;
  readonly verdict: string;
  readonly status: string;
  readonly occurrences: number;
  readonly micro_context: { readonly node: string };
}

/** Starts the demo, as fast as a house takes it. */
const startDemo = (args: readonly string[], env: Environment): Child =>
  startChild('apps/cli/dist/main.js', env, [], ['demo', '--speed', '1000000', '--quiet', ...args]);

/** Runs it against a house, and reads what it says. */
async function demoAgainst({ baseUrl, adminToken }: OwnHouse, seed: number): Promise<Said> {
  const args = ['--json', '--url', baseUrl, '--seed', String(seed)];
  const child = startDemo(args, { PARAPET_TOKEN: adminToken });
  expect([await child.gone, child.output()]).toEqual([0, expect.stringMatching(/^\{.*\}\n$/)]);
  return JSON.parse(child.output()) as Said;
}

/** All issues of a house, by their ids, as the demo should have found them. */
async function issuesOf({ admin }: OwnHouse): Promise<Map<string, readonly [string, unknown[]]>> {
  const { body } = await admin.get<{ data: readonly { id: string }[] }>('/v1/issues?limit=1000');
  const issues = body.data.map(async ({ id }) => {
    const { body: issue } = await admin.get<Issue>(`/v1/issues/${id}`);
    const { title, severity, verdict, status, occurrences, micro_context } = issue;
    const is = [severity, verdict, status, occurrences, micro_context.node];
    return [id, [title, is]] as const;
  });
  return new Map(await Promise.all(issues));
}

async function agentsOf({ admin }: OwnHouse) {
  type Agent = { readonly id: string; readonly labels: Readonly<Record<string, string>> };
  return (await admin.get<{ data: readonly Agent[] }>('/v1/agents')).body.data;
}

async function eventsOf({ admin }: OwnHouse, agent: string) {
  type Page = { readonly data: readonly { readonly timestamp: string }[] };
  return (await admin.get<Page>(`/v1/events?limit=1000&agent_id=${agent}`)).body.data;
}

describe('the demo against a house that runs', () => {
  let house: OwnHouse;
  const said: Said[] = [];
  beforeAll(async () => {
    house = await openOwnHouse();
    said.push(await demoAgainst(house, 1), await demoAgainst(house, 2));
  });

  test('finds in each of two runs all that was planted, and nothing that is ordinary is an issue', async () => {
    const issues = await issuesOf(house);
    expect(issues.size).toBe(2 * Object.keys(PLANTED).length);
    for (const { found, missing, unexpected } of said) {
      expect([missing, unexpected]).toEqual([[], []]);
      const listed = found.map(({ id }) => issues.get(id) ?? [id, 'is not listed']);
      expect(Object.fromEntries(listed)).toEqual(PLANTED);
    }
  });

  test('leaves each observation that it says is kept, once, and all of them of one day', async () => {
    const agents = await agentsOf(house);
    const day = new Date(Date.now() - 90_000_000).toISOString();
    for (const { run, kept } of said) {
      const mine = agents.filter(({ labels }) => labels['demo-run'] === run);
      const lists = mine.map(({ id }) => eventsOf(house, id));
      const events = (await Promise.all(lists)).flat();
      expect([mine.length, events.length]).toEqual([6, kept]);
      expect(events.filter(({ timestamp }) => timestamp < day)).toEqual([]);
    }
  });

  test('is told by a webhook of each issue, and takes the webhook away again', async () => {
    for (const { webhooks, found } of said) {
      const created = webhooks?.filter(({ event }) => event === 'issue.created') ?? [];
      const titles = created.map(({ issue }) => Reflect.get(issue, 'title') as string);
      expect(titles.toSorted()).toEqual(found.map(({ title }) => title).toSorted());
      expect(webhooks).toHaveLength(found.length + 1);
    }
    const { body } = await house.admin.get<{ data: readonly object[] }>('/v1/webhooks');
    expect(body.data).toEqual([]);
  });

  test('leaves its three policies, once', async () => {
    const { body } = await house.admin.get<{ data: readonly { name: string }[] }>('/v1/policies');
    const names = body.data.map(({ name }) => name).toSorted();
    expect(names).toEqual([
      ...['Demo: mining pools', 'Demo: what builds reach', 'Demo: what the shop reaches'],
    ]);
  });
});

test('in a house of its own it says in plain text what was found, lets one look until it is ended by hand, and leaves nothing behind', async () => {
  const temporary = await mkdtemp(join(tmpdir(), 'parapet-e2e-demo-'));
  const child = startDemo(['--keep'], { TMPDIR: temporary });
  try {
    await eventually(() => child.output().includes('It runs until Ctrl-C'));
    const output = child.output();
    for (const title of Object.keys(PLANTED)) expect(output).toContain(title);
    expect(output).not.toContain('\u001b');
    const [findings = ''] = output.split('Look yourself');
    expect(Math.max(...findings.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(100);
    const [, baseUrl = ''] = /(http:\S+)\/v1\/issues$/m.exec(output) ?? [];
    const [, file = ''] = /TOKEN="\$\(cat (.+)\)"/.exec(output) ?? [];
    const house = new Client({ baseUrl }, (await readFile(file, 'utf8')).trim());
    expect(await house.get('/v1/issues')).toMatchObject({
      status: 200,
      body: { data: { length: 8 } },
    });
    child.process.kill('SIGTERM');
    expect([await child.gone, await readdir(temporary)]).toEqual([0, []]);
  } finally {
    child.process.kill('SIGTERM');
    await child.gone;
    await rm(temporary, { recursive: true });
  }
});

test('a demo that is killed leaves no house behind that runs', async () => {
  const temporary = await mkdtemp(join(tmpdir(), 'parapet-e2e-demo-'));
  const child = startDemo(['--keep'], { TMPDIR: temporary });
  try {
    await eventually(() => child.output().includes('It runs until Ctrl-C'));
    const [, baseUrl = ''] = /(http:\S+)\/v1\/issues$/m.exec(child.output()) ?? [];
    expect((await fetch(`${baseUrl}/healthz`)).status).toBe(200);
    child.process.kill('SIGKILL');
    const isGone = (): Promise<boolean> =>
      fetch(`${baseUrl}/healthz`).then(
        () => false,
        () => true,
      );
    await eventually(isGone);
  } finally {
    child.process.kill('SIGKILL');
    await child.gone;
    await rm(temporary, { recursive: true });
  }
});
