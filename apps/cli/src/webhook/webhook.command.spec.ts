import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testHouse, type TestHouse } from '@parapet/chassis/testing';
import { NotifierModule } from '@parapet/notifier';
import { type Caller, openToCallers } from '../testing/open-to-callers';

const SECRET = /^whsec_[\w+/]+=*\n$/;

let house: TestHouse;
let run: Caller;
beforeEach(async () => {
  house = await testHouse({ imports: [NotifierModule] });
  run = await openToCallers(house);
});
afterEach(() => house.close());

async function made(...more: readonly string[]): Promise<string> {
  const args = ['webhook', 'create', 'https://receiver.example/parapet', '--json', ...more];
  return (JSON.parse((await run(args)).answer) as { id: string }).id;
}

const shown = async (id: string): Promise<unknown> =>
  JSON.parse((await run(['webhook', 'show', id, '--json'])).answer);

test('a webhook that is made answers its secret alone, with a word about it beside', async () => {
  const { code, answer, said } = await run(['webhook', 'create', 'https://receiver.example/']);
  expect([code, answer]).toEqual([0, expect.stringMatching(SECRET)]);
  expect(said).toMatch(/^webhook_\S+ is there\.\nThis is its secret\..* shown once/);
  expect(said).not.toContain(answer.trim());
});

test('without a choice it is as the house makes it', async () =>
  expect(await shown(await made())).toMatchObject({
    ...{ events: ['issue.created'], filter: {}, format: 'parapet', header_names: [] },
    ...{ description: '', enabled: true },
  }));

test('all that can be chosen is, and the values of its headers are in a file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parapet-headers-'));
  writeFileSync(join(folder, 'headers'), 'Authorization: Bearer sesame\nX-Team: blue\n');
  const id = await made(
    ...['--event', 'issue.created', '--event', 'issue.resolved', '--min-severity', 'high'],
    ...['--verdict', 'blocked', '--platform', 'kubernetes', '--platform', 'vanilla'],
    ...['--cluster', 'shop', '--format', 'slack', '--description', 'the pager'],
    ...['--header-file', join(folder, 'headers')],
  );
  rmSync(folder, { recursive: true });
  expect(await shown(id)).toMatchObject({
    ...{ url: 'https://receiver.example/parapet', events: ['issue.created', 'issue.resolved'] },
    filter: {
      ...{ min_severity: 'high', verdicts: ['blocked'], platforms: ['kubernetes', 'vanilla'] },
      clusters: ['shop'],
    },
    ...{ format: 'slack', description: 'the pager', header_names: ['authorization', 'x-team'] },
  });
});

test('what is said of a webhook is changed, of its filter too, and the rest stays', async () => {
  const id = await made('--verdict', 'blocked', '--cluster', 'shop', '--description', 'the pager');
  const to = ['--receiver', 'https://other.example/', '--min-severity', 'high'];
  const changed = await run(['webhook', 'change', id, ...to, '--cluster', 'till', '--json']);
  expect([changed.code, changed.said]).toEqual([0, '']);
  expect(JSON.parse(changed.answer)).toEqual(await shown(id));
  expect(await shown(id)).toMatchObject({
    ...{ url: 'https://other.example/', description: 'the pager', format: 'parapet' },
    filter: { min_severity: 'high', verdicts: ['blocked'], clusters: ['till'] },
  });
  const { answer } = await run(['webhook', 'change', id, '--unfiltered', '--format', 'slack']);
  expect(answer).toMatch(/^format +slack$/m);
  expect(await shown(id)).toMatchObject({ filter: {}, format: 'slack' });
});

test('headers are changed all at once, or left out', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parapet-headers-'));
  const file = join(folder, 'headers');
  writeFileSync(file, 'Authorization: Bearer sesame\n');
  const id = await made('--header-file', file);
  writeFileSync(file, 'X-Team: blue\n');
  await run(['webhook', 'change', id, '--header-file', file]);
  rmSync(folder, { recursive: true });
  expect(await shown(id)).toMatchObject({ header_names: ['x-team'] });
  await run(['webhook', 'change', id, '--without-headers']);
  expect(await shown(id)).toMatchObject({ header_names: [] });
});

test('the list is a line a webhook, newest first', async () => {
  expect((await run(['webhook'])).answer).toBe('There are no webhooks.\n');
  const ids = [await made(), await made('--format', 'teams')];
  await run(['webhook', 'disable', ids[0] ?? '']);
  const { answer } = await run(['webhook', 'list']);
  expect(answer.split('\n').slice(1)).toEqual([
    `${ids[1]}  yes      nothing delivered yet  0        teams    issue.created  https://receiver.example/parapet`,
    `${ids[0]}  no       nothing delivered yet  0        parapet  issue.created  https://receiver.example/parapet`,
    '',
  ]);
});

test('one is shown whole, with how its deliveries fare; what is written in it cannot steer the terminal', async () => {
  const id = await made('--description', 'a\u202eb', '--cluster', 'shop');
  const { answer } = await run(['webhook', 'show', id]);
  for (const line of [
    /^filter\.clusters +shop$/m,
    /^description +a b$/m,
    /^delivery_health\.failures +0$/m,
  ])
    expect(answer).toMatch(line);
  expect((await run(['webhook', 'show', id, '--json'])).answer).toContain('"a\\u202eb"');
});

test('several are disabled, enabled and deleted; one that is not there keeps no other from it', async () => {
  const ids = [await made(), await made()];
  for (const [name, done, enabled] of [
    ['disable', 'disabled', false],
    ['enable', 'enabled', true],
  ] as const) {
    const { code, answer, said } = await run(['webhook', name, 'webhook_0', ...ids, '--json']);
    expect([code, JSON.parse(answer)]).toEqual([1, { [done]: ids }]);
    expect(said).toMatch(new RegExp(`^webhook_0 is not ${done}: There is no webhook`));
    for (const id of ids) expect(await shown(id)).toMatchObject({ enabled });
  }
  expect((await run(['webhook', 'delete', ...ids])).code).toBe(0);
  expect((await run(['webhook'])).answer).toBe('There are no webhooks.\n');
});

test('another secret is answered alone, and signs beside the one before', async () => {
  const id = await made();
  const { code, answer, said } = await run(['webhook', 'rotate', id]);
  expect([code, answer]).toEqual([0, expect.stringMatching(SECRET)]);
  expect(said).toMatch(/^The one before signs beside it until 20\S+Z\.\nThis is its secret\./);
  expect(await shown(id)).toMatchObject({ secret_staged_at: expect.any(String) });
});

test('the secret that was made last signs alone when it is told to, and there is no more to tell it', async () => {
  const id = await made();
  await run(['webhook', 'rotate', id]);
  const { code, answer } = await run(['webhook', 'promote', id]);
  expect([code, answer]).toEqual([0, `The newer secret of ${id} signs alone now.\n`]);
  expect(await shown(id)).toMatchObject({ secret_staged_at: null });
  const again = await run(['webhook', 'promote', id]);
  expect([again.code, again.said]).toEqual([1, expect.stringMatching(/no .*secret/i)]);
});

test.each([
  [['webhook', 'create', 'ftp://a.example'], 'url must begin with https://'],
  [['webhook', 'show', 'webhook_0'], 'There is no webhook webhook_0'],
  [['webhook', 'change', 'webhook_0', '--format', 'slack'], 'There is no webhook webhook_0'],
  [['webhook', 'change', 'webhook_0', '--cluster', 'a'], 'There is no webhook webhook_0'],
  [['webhook', 'test', 'webhook_0'], 'There is no webhook webhook_0'],
  [['webhook', 'deliveries', 'webhook_0'], 'There is no webhook webhook_0'],
  [['webhook', 'create', 'https://a.example', '--header-file', '/no/file'], 'The headers cannot'],
])('%j is refused with a sentence, and ends with 1', async (args, sentence) => {
  const { code, answer, said } = await run(args);
  expect([code, answer, said]).toEqual([1, '', expect.stringContaining(sentence)]);
});

test.each([
  [['webhook', 'create'], 'It is called `parapet webhook create <receiver>`.'],
  [
    ['webhook', 'create', 'https://a.example', '--event', 'issue.closed'],
    'Choices: "issue.created"',
  ],
  [['webhook', 'create', 'https://a.example', '--header', 'a=b'], 'Did you mean --header-file?'],
  [['webhook', 'change', 'a'], 'Nothing is said to change: `parapet webhook change --help`'],
  [['webhook', 'change', 'a', '--unfiltered', '--cluster', 'b'], 'unfiltered and cluster are'],
  [['webhook', 'redeliver-failed', 'a'], 'Missing required argument: since'],
  [['webhook', 'deliveries', 'a', '--limit', '1001'], '--limit is a whole number from 1 to 1000.'],
])('%j is told what would be right, and ends with 2', async (args, sentence) => {
  const { code, said } = await run(args);
  expect([code, said]).toEqual([2, expect.stringContaining(sentence)]);
});
