import { testHouse, type TestHouse } from '@parapet/chassis/testing';
import { RegistryModule } from '@parapet/registry';
import { type Caller, openToCallers } from '../testing/open-to-callers';

let house: TestHouse;
let run: Caller;
beforeEach(async () => {
  house = await testHouse({ imports: [RegistryModule] });
  run = await openToCallers(house);
});
afterEach(() => house.close());

interface Agent {
  readonly id: string;
  readonly token: string;
}

async function made(...more: readonly string[]): Promise<Agent> {
  const args = ['agent', 'create', 'runner-7', '--kind', 'kubernetes', '--json', ...more];
  return JSON.parse((await run(args)).answer) as Agent;
}

test('an agent that is made answers its token alone, with a word about it beside', async () => {
  const { code, answer, said } = await run([
    ...['agent', 'create', 'runner-7', '--kind', 'kubernetes', '--ip', '192.0.2.7'],
    ...['--label', 'cluster=production', '--label', 'note=a b'],
  ]);
  expect([code, answer]).toEqual([0, expect.stringMatching(/^pp_a_\w{38}\n$/)]);
  expect(said).toMatch(/^agent_\S+ is there\.\nThis is its token\..* shown once/);
});

test('one agent is shown whole, whatever the house says of it', async () => {
  const { id } = await made('--label', 'cluster=production', '--label', 'note=a b');
  const { answer } = await run(['agent', 'show', id]);
  for (const line of [/^id +agent_/m, /^os +linux$/m, /^labels\.cluster +production$/m])
    expect(answer).toMatch(line);
  const { answer: json } = await run(['agent', 'show', id, '--json']);
  expect(JSON.parse(json)).toMatchObject({ id, labels: { note: 'a b' } });
});

test('the list can be of some of them', async () => {
  const { id } = await made('--label', 'cluster=production');
  const { answer } = await run(['agent', '--platform', 'kubernetes', '--cluster', 'production']);
  expect(answer).toMatch(
    new RegExp(`^${id} +runner-7 +kubernetes +production +disconnected +detect +\\d`, 'm'),
  );
  expect((await run(['agent', 'list', '--search', 'UNNER-7'])).answer).toContain(id);
  for (const none of [
    ['--status', 'connected'],
    ['--search', 'runner-8'],
  ])
    expect((await run(['agent', 'list', ...none])).answer).toBe('There are no agents.\n');
});

test('the list goes on over all pages', async () => {
  await Promise.all(Array.from({ length: 1_001 }, () => house.addAgent()));
  await house.settled();
  const { answer } = await run(['agent', 'list', '--json']);
  expect(JSON.parse(answer)).toHaveLength(1_001);
});

test('an agent is told to block, gets another token, and is deleted', async () => {
  const { id, token } = await made();
  expect(await run(['agent', 'mode', id, 'enforce'])).toMatchObject({
    ...{ code: 0, said: `${id} is told to enforce\n` },
  });
  const { answer } = await run(['agent', 'rotate', id]);
  expect(answer).toMatch(/^pp_a_\w{38}\n$/);
  expect(answer).not.toContain(token);
  expect((await run(['agent', 'show', id])).answer).toMatch(/^mode +enforce$/m);
  expect(await run(['agent', 'delete', id, '--json'])).toEqual({
    ...{ code: 0, answer: `{"deleted":["${id}"]}\n`, said: `${id} is deleted\n` },
  });
  const { code, said } = await run(['agent', 'show', id]);
  expect([code, said]).toEqual([1, expect.stringContaining(id)]);
});

test('what the house refuses is its own sentence, and ends with 1', async () => {
  const { code, said } = await run(['agent', 'create', 'a', '--kind', 'vanilla', '--ip', 'here']);
  expect([code, said]).toEqual([1, 'invalid agent: invalid ip\n']);
});

test.each([
  [['agent', 'create', 'a'], 'Missing required argument: kind'],
  [['agent', 'create', 'a', '--kind', 'host', '--label', 'x'], 'A label is written like cluster='],
  [
    ['agent', 'create', 'a', '--kind', 'host', '--label', 'x=1', '--label', 'x=2'],
    'The label x is given twice',
  ],
  [['agent', 'mode', 'agent_1', 'block'], 'Choices: "detect", "enforce"'],
  [['agent', 'remove', 'agent_1'], 'There is no `agent remove`.'],
])('%j is told what would be right, and ends with 2', async (args, sentence) => {
  const { code, said } = await run(args);
  expect([code, said]).toEqual([2, expect.stringContaining(sentence)]);
});
