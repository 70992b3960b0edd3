import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testHouse, type TestHouse } from '@parapet/chassis/testing';
import { RegistryModule } from '@parapet/registry';
import { type Caller, openToCallers } from '../testing/open-to-callers';

let folder: string;
let house: TestHouse;
let run: Caller;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parapet-policies-'));
  house = await testHouse({ imports: [RegistryModule] });
  run = await openToCallers(house);
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await house.close();
});

const yaml = (name: string, pattern: string): string =>
  `# why\nrules:\n  - pattern: "${pattern}"\nname: ${name}\ntype: allow\n`;

function put(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

const apply = (...more: readonly string[]) => run(['policy', 'apply', folder, ...more]);

/** As one who may read policies and nothing else. */
async function applyReading(...more: readonly string[]) {
  const PARAPET_TOKEN = await house.addToken(['policies:read']);
  return apply('--token', PARAPET_TOKEN, ...more);
}

async function patterns(): Promise<Record<string, string[]>> {
  const { answer } = await run(['policy', 'list', '--json']);
  const policies = JSON.parse(answer) as { name: string; rules: { pattern: string }[] }[];
  return Object.fromEntries(
    policies.map(({ name, rules }) => [name, rules.map((rule) => rule.pattern)]),
  );
}

test('a folder is applied, file by file; the second time there is nothing to do, and nothing is sent', async () => {
  put('a.yaml', yaml('egress', '*.example.com'));
  put('b.yml', yaml('mirrors', '192.0.2.0/24'));
  put('notes.txt', 'not a policy');
  expect(await apply('--yes')).toMatchObject({
    ...{ code: 0, said: 'egress is created\nmirrors is created\n' },
    answer: expect.stringMatching(/\n2 created\.\n$/) as string,
  });
  expect(await patterns()).toEqual({ egress: ['*.example.com'], mirrors: ['192.0.2.0/24'] });
  expect(await applyReading('--yes')).toEqual({
    ...{ code: 0, said: '', answer: 'Nothing to do: the policies are as the files say.\n' },
  });
});

test('what would change is shown as a unified diff of what the house says, the rest is not', async () => {
  const file = put('a.yaml', yaml('egress', '*.example.com'));
  put('b.yaml', yaml('mirrors', '192.0.2.0/24'));
  await apply('--yes');
  put('a.yaml', yaml('egress', '*.example.org'));
  const { code, answer, said } = await applyReading('--dry-run');
  expect([code, said]).toEqual([3, '']);
  expect(answer.split('\n')).toEqual([
    expect.stringMatching(/^--- policy_\S+, version 1$/),
    `+++ ${file}`,
    '@@ -1,6 +1,6 @@',
    ...[' name: egress', ' type: allow', ' scope: global', ' rules:'],
    ...["-  - pattern: '*.example.com'", "+  - pattern: '*.example.org'"],
    ...[' enabled: true', '', '1 to update, 1 unchanged.', ''],
  ]);
  expect((await patterns())['egress']).toEqual(['*.example.com']);
});

test('--dry-run of what the house has ends with 0', async () => {
  put('a.yaml', yaml('egress', '*.example.com'));
  expect((await apply('--dry-run')).code).toBe(3);
  await apply('--yes');
  expect((await apply('--dry-run')).code).toBe(0);
});

test('a person sees the diff in colours and is asked; yes changes', async () => {
  put('a.yaml', yaml('egress', '*.example.com'));
  const screen = { isTTY: true, typed: 'y\n' };
  const { code, answer, said } = await run(['policy', 'apply', folder], {}, screen);
  expect([code, said]).toEqual([0, 'Change the house so? [y/N] egress is created\n']);
  expect(answer).toContain('\u001b[32m+name: egress\u001b[39m\n');
});

test.each(['n\n', '\n', ''])('anything else, such as %j, changes nothing', async (typed) => {
  put('a.yaml', yaml('egress', '*.example.com'));
  const { code, said } = await run(['policy', 'apply', folder], {}, { isTTY: true, typed });
  expect([code, said]).toEqual([1, expect.stringContaining('Nothing was changed.')]);
  expect(await patterns()).toEqual({});
});

test('where nobody can be asked --yes must be said', async () => {
  put('a.yaml', yaml('egress', '*.example.com'));
  expect(await apply()).toMatchObject({
    ...{ code: 2, answer: '' },
    said: expect.stringMatching(/^There is nobody to ask here: say --yes\./) as string,
  });
});

test('what somebody else changes meanwhile is not overwritten', async () => {
  const file = put('a.yaml', yaml('egress', '*.example.com'));
  await apply('--yes');
  put('a.yaml', yaml('egress', '*.example.org'));
  const other = put('other.txt', yaml('egress', '*.example.net'));
  async function* typed(): AsyncGenerator<string> {
    expect((await run(['policy', 'apply', other, '--yes'])).code).toBe(0);
    yield 'yes\n';
  }
  const screen = { isTTY: true, typed: typed() };
  const { code, said } = await run(['policy', 'apply', folder], {}, screen);
  expect([code, said]).toEqual([1, expect.stringContaining(`${file}: somebody else changed it`)]);
  expect(await patterns()).toEqual({ egress: ['*.example.net'] });
});

test('a policy that was deleted since it was made so is there when it is told, whatever fails after it', async () => {
  put('a.yaml', yaml('egress', '*.example.com'));
  put('b.yaml', yaml('mirrors', '192.0.2.0/24'));
  await apply('--yes');
  expect((await run(['policy', 'delete', 'egress', '--yes'])).code).toBe(0);
  put('b.yaml', yaml('mirrors', '198.51.100.0/24'));
  const other = put('other.txt', yaml('mirrors', '203.0.113.0/24'));
  async function* typed(): AsyncGenerator<string> {
    expect((await run(['policy', 'apply', other, '--yes'])).code).toBe(0);
    yield 'yes\n';
  }
  const { code, said } = await run(
    ['policy', 'apply', folder],
    {},
    { isTTY: true, typed: typed() },
  );
  expect([code, said]).toEqual([
    ...[1, expect.stringMatching(/egress is created\n.*b\.yaml: somebody else changed it/)],
  ]);
  expect(await patterns()).toMatchObject({ egress: ['*.example.com'] });
});

test('every file that is wrong is named with its line and the sentence of the API, and nothing is done', async () => {
  put('a.yaml', yaml('egress', '*.example.com'));
  const alias = put('b.yaml', 'name: b\ntype: allow\nrules:\n  - pattern: *.example.com\n');
  const typo = put('c.yaml', `${yaml('c', 'c.example')}enabeld: false\n`);
  const { code, answer, said } = await apply('--yes');
  expect([code, answer, await patterns()]).toEqual([1, '', {}]);
  expect(said.split('\n')).toEqual([
    expect.stringMatching(`^${alias}: .*: line 4, column \\d+: write .* quotes`),
    expect.stringMatching(`^${typo}: .*enabeld`),
    '',
  ]);
});

test('a file that is not UTF-8 is wrong: what is sent would not be what it says', async () => {
  const file = join(folder, 'a.yaml');
  writeFileSync(
    file,
    Buffer.from(yaml('egress', '*.example.com').replace('why', 'caf\xe9'), 'latin1'),
  );
  const { code, answer, said } = await apply('--yes');
  expect([code, answer, await patterns()]).toEqual([1, '', {}]);
  expect(said).toBe(`${file}: it is not valid UTF-8: encode its text as UTF-8\n`);
});

test('a policy that is too long for YAML is shown as JSON, edited and applied, also from a folder', async () => {
  const rules = Array.from({ length: 5_000 }, (_, i) => ({ pattern: `host-${i}.example.com` }));
  const file = put('a.json', `\uFEFF${JSON.stringify({ name: 'long', type: 'allow', rules })}`);
  expect((await apply('--yes')).said).toBe('long is created\n');
  const { answer } = await run(['policy', 'show', 'long']);
  put('a.json', answer);
  expect((await run(['policy', 'apply', file, '--yes'])).answer).toContain('Nothing to do');
  put('a.json', answer.replace('host-7.example.com', 'host-7.example.net'));
  expect((await apply('--yes')).said).toBe('long is updated\n');
  expect((await patterns())['long']?.[7]).toBe('host-7.example.net');
});

test('a policy that is too long for either is wrong before anything is sent', async () => {
  const comment = 'x'.repeat(300 * 1024);
  put('a.yaml', yaml('egress', '*.example.com'));
  const file = put('b.yaml', `# ${comment}\n${yaml('long', 'a.example')}`);
  const json = put('c.json', JSON.stringify({ name: comment }));
  const { code, said } = await apply('--yes');
  const sentence = 'A policy may have at most 64 KiB of YAML, or 256 KiB of JSON';
  expect([code, said, await patterns()]).toEqual([
    ...[1, `${file}: ${sentence}\n${json}: ${sentence}\n`, {}],
  ]);
});

test('the house has the last word, and it is told with the file', async () => {
  const file = put('a.yaml', yaml('egress', '*.example.com'));
  const { code, said } = await applyReading('--yes');
  expect([code, said]).toEqual([1, expect.stringMatching(`^${file}: .*policies:write`)]);
});

test('two files with one name, a folder without files, and a file that is not there are told', async () => {
  put('a.yaml', yaml('egress', '*.example.com'));
  const second = put('b.yaml', yaml('egress', '*.example.org'));
  expect((await apply('--yes')).said).toContain(`${second}: its policy is named egress, as that`);
  mkdirSync(join(folder, 'empty'));
  const { said } = await run(['policy', 'apply', join(folder, 'empty'), '--yes']);
  expect(said).toContain('There is no .yaml, .yml or .json file in');
  const none = join(folder, 'none.yaml');
  expect((await run(['policy', 'apply', none, '--yes'])).said).toBe(
    `${none}: there is no such file or folder\n`,
  );
});

test('a name that two policies of the house share is no identity: it says to delete one', async () => {
  for (const pattern of ['a.example', 'b.example'])
    await house.inject({
      ...{ method: 'POST', url: '/v1/policies', payload: yaml('egress', pattern) },
      headers: {
        ...{ authorization: `Bearer ${house.adminToken}`, 'content-type': 'application/yaml' },
      },
    });
  put('a.yaml', yaml('egress', '*.example.com'));
  const { code, said } = await apply('--yes');
  expect([code, said]).toEqual([
    1,
    expect.stringMatching(/^2 policies are named egress: policy_\S+, policy_\S+\. Delete all but/),
  ]);
});

test('--prune deletes what no file has, and shows it first', async () => {
  const file = put('a.yaml', yaml('egress', '*.example.com'));
  put('b.yaml', yaml('mirrors', '192.0.2.0/24'));
  await apply('--yes');
  rmSync(file);
  expect((await apply('--yes')).answer).toContain('Nothing to do');
  const { code, answer } = await apply('--prune', '--yes');
  expect([code, answer]).toEqual([0, expect.stringContaining('-name: egress\n')]);
  expect(answer).toMatch(/\n1 deleted, 1 unchanged\.\n$/);
  expect(await patterns()).toEqual({ mirrors: ['192.0.2.0/24'] });
});

test('--json answers names, for machines', async () => {
  put('a.yaml', yaml('egress', '*.example.com'));
  const nothing = { create: [], update: [], delete: [], keep: [] };
  const planned = await apply('--dry-run', '--json');
  const expected = { ...nothing, create: ['egress'] };
  expect([planned.code, JSON.parse(planned.answer)]).toEqual([3, { ...expected, done: false }]);
  expect(JSON.parse((await apply('--yes', '--json')).answer)).toEqual({ ...expected, done: true });
  const again = JSON.parse((await apply('--yes', '--json')).answer) as unknown;
  expect(again).toEqual({ ...nothing, keep: ['egress'], done: true });
});
