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

const listed = async (): Promise<{ id: string; name: string; permissions: string[] }[]> =>
  JSON.parse((await run(['token', 'list', '--json'])).answer);

test('a token that is made is answered alone, with a word about it beside', async () => {
  const { code, answer, said } = await run([
    ...['token', 'create', 'ci of shop', '--permission', 'policies:read'],
    ...['--permission', 'policies:write', '--expires-at', '2099-01-01T00:00:00Z'],
  ]);
  expect([code, answer]).toEqual([0, expect.stringMatching(/^pp_u_\w{38}\n$/)]);
  expect(said).toMatch(/^token_\S+ may do policies:read, policies:write\.\nThis is its token\./);
  expect(said).toContain('it is shown once');
  expect(said).not.toContain(answer.trim());
  const { statusCode } = await house.inject({
    ...{ url: '/v1/policies', headers: { authorization: `Bearer ${answer.trim()}` } },
  });
  expect(statusCode).toBe(200);
});

test('--json answers what the API answered', async () => {
  const { answer, said } = await run(['token', 'create', 'a', '--json']);
  expect(JSON.parse(answer)).toMatchObject({ name: 'a', permissions: ['admin'] });
  expect(said).toBe('');
});

test('the list says what each may do, never the token, and a name cannot steer the terminal', async () => {
  const { answer: token } = await run(['token', 'create', 'a\u001b[31m']);
  const { code, answer } = await run(['token']);
  expect(code).toBe(0);
  expect(answer).toMatch(/^token_\S+ +a \[31m +never +never +admin$/m);
  expect(answer).not.toContain(token.trim());
});

test('what is revoked is gone from the list', async () => {
  await run(['token', 'create', 'a']);
  await run(['token', 'create', 'b']);
  const ids = (await listed()).flatMap(({ id, name }) => (name.length === 1 ? [id] : []));
  expect(ids).toHaveLength(2);
  const { code, answer, said } = await run(['token', 'revoke', ...ids, '--json']);
  expect([code, JSON.parse(answer)]).toEqual([0, { revoked: ids }]);
  expect(said).toBe(ids.map((id) => `${id} is revoked\n`).join(''));
  expect((await listed()).map(({ name }) => name)).not.toContain('a');
});

test('one that is written wrong keeps no other from being revoked, is said, and ends with 1', async () => {
  await run(['token', 'create', 'leaked']);
  const [leaked] = (await listed()).filter(({ name }) => name === 'leaked');
  const id = leaked?.id ?? '';
  const { code, answer, said } = await run(['token', 'revoke', 'token_none', id, '--json']);
  expect([code, JSON.parse(answer)]).toEqual([1, { revoked: [id] }]);
  expect(said.split('\n')).toEqual([
    expect.stringMatching(/^token_none is not revoked: There is no such token/),
    ...[`${id} is revoked`, ''],
  ]);
  expect((await listed()).map(({ name }) => name)).not.toContain('leaked');
});

test.each([
  [['token', 'revoke', 'token_none'], 'There is no such token: GET /v1/tokens has the ids'],
  [['token', 'create', 'a', '--expires-at', 'soon'], 'expires_at must be'],
])('%j is refused by the house with its own sentence, and ends with 1', async (args, sentence) => {
  const { code, answer, said } = await run(args);
  expect([code, answer, said]).toEqual([1, '', expect.stringContaining(sentence)]);
});

test.each([
  [['token', 'revoke'], 'It is called `parapet token revoke <ids..>`.'],
  [['token', 'create'], 'It is called `parapet token create <name>`.'],
  [['token', 'create', 'a', '--permission', 'issues:raed'], 'Choices: "issues:read"'],
  [['token', 'grant'], 'There is no `token grant`.'],
])('%j is told what would be right, and ends with 2', async (args, sentence) => {
  const { code, said } = await run(args);
  expect([code, said]).toEqual([2, expect.stringContaining(sentence)]);
});

test('without a token it says where one is, and asks nobody', async () => {
  const { code, said } = await run(['token', 'list'], { env: {} });
  expect([code, said]).toEqual([2, expect.stringContaining('Set PARAPET_TOKEN')]);
});
