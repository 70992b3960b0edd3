import { testHouse, type TestHouse } from '@parapet/chassis/testing';
import { readPolicy, RegistryModule } from '@parapet/registry';
import { type Caller, openToCallers } from '../testing/open-to-callers';

let house: TestHouse;
let run: Caller;
beforeEach(async () => {
  house = await testHouse({ imports: [RegistryModule] });
  run = await openToCallers(house);
});
afterEach(() => house.close());

async function given(name: string): Promise<string> {
  const { statusCode, body } = await house.inject({
    ...{ method: 'POST', url: '/v1/policies' },
    headers: { authorization: `Bearer ${house.adminToken}` },
    payload: { name, type: 'block', rules: [{ pattern: '*.example.com', comment: 'no' }] },
  });
  expect(statusCode).toBe(201);
  return (JSON.parse(body) as { id: string }).id;
}

test('the list says what each is, and a name cannot steer the terminal', async () => {
  expect((await run(['policy'])).answer).toBe('There are no policies.\n');
  const id = await given('egress\u202eno');
  const { answer } = await run(['policy', 'list']);
  expect(answer).toMatch(
    new RegExp(`^egress no +block +global +1 +yes +1 +\\S+ \\S+ +${id}$`, 'm'),
  );
});

test('JSON, and what is said of a name, cannot steer the terminal either', async () => {
  const name = 'egress\u202eno';
  await given(name);
  for (const args of [['list'], ['show', name]]) {
    const { answer } = await run(['policy', ...args, '--json']);
    expect(answer).toContain('"egress\\u202eno"');
    expect(JSON.stringify(JSON.parse(answer))).toContain(`"name":"${name}"`);
  }
  const { said } = await run(['policy', 'show', 'egressno']);
  expect(said).toBe('There is no policy egressno. Did you mean egress no?\n');
});

test('what is shown to be applied cannot steer the terminal, and says the same', async () => {
  const name = 'egress\u202eno \u{e0001}';
  await given(name);
  const { answer } = await run(['policy', 'show', name]);
  expect(answer).not.toMatch(/\p{Cf}/u);
  expect(readPolicy(answer)).toMatchObject({ name, rules: [{ pattern: '*.example.com' }] });
});

test('one is shown, by name or id, as YAML that can be applied', async () => {
  const id = await given('egress');
  const { answer } = await run(['policy', 'show', 'egress']);
  expect(answer).toBe(
    "name: egress\ntype: block\nscope: global\nrules:\n  - pattern: '*.example.com'\n    comment: 'no'\nenabled: true\n",
  );
  expect((await run(['policy', 'show', id])).answer).toBe(answer);
  const { answer: json } = await run(['policy', 'show', 'egress', '--json']);
  expect(JSON.parse(json)).toMatchObject({ id, name: 'egress', version: 1 });
});

test('what there is not is told, with the name that is most like it', async () => {
  await given('egress');
  const { code, said } = await run(['policy', 'show', 'egres']);
  expect([code, said]).toEqual([1, 'There is no policy egres. Did you mean egress?\n']);
});

test('policies are deleted once that is confirmed', async () => {
  await given('a');
  const id = await given('b');
  const args = ['policy', 'delete', 'a', id];
  expect((await run(args)).code).toBe(2);
  const no = await run(args, {}, { isTTY: true, typed: 'n\n' });
  expect([no.code, no.said]).toEqual([1, 'Delete a, b? [y/N] Nothing was changed.\n']);
  expect(await run([...args, '--yes', '--json'])).toEqual({
    ...{ code: 0, answer: '{"deleted":["a","b"]}\n', said: 'a is deleted\nb is deleted\n' },
  });
  expect((await run(['policy'])).answer).toBe('There are no policies.\n');
});
