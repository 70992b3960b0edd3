import { TestClock, testHouse, type TestHouse } from '@parapet/chassis/testing';
import { RegistryModule } from '../../registry.module';

let house: TestHouse;
const clock = new TestClock();
beforeAll(async () => {
  house = await testHouse({ imports: [RegistryModule], clock });
});
afterAll(() => house.close());

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const ask = (method: Method, path: string, payload?: object, headers: object = {}) =>
  house.inject({
    ...{ method, url: `/v1/policies${path}` },
    headers: { authorization: `Bearer ${house.adminToken}`, ...headers },
    ...(payload && { payload }),
  });
const document = (name: string) => ({
  ...{ name, type: 'allow', scope: 'global', enabled: true },
  rules: [{ pattern: 'a.example' }],
});
const create = async (name: string, headers: object = {}): Promise<string> =>
  (await ask('POST', '', document(name), headers)).json<{ id: string }>().id;

interface Page {
  readonly data: readonly Record<string, unknown>[];
  readonly pagination: { readonly next_cursor: string | null; readonly has_more: boolean };
}
const versions = async (id: string, query = ''): Promise<Page> => {
  const answer = await ask('GET', `/${id}/versions${query}`);
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
  return answer.json<Page>();
};

test('each change is a version, which can be read when the policy can, also once it was deleted', async () => {
  clock.stop();
  const at = (): string => new Date(clock.now()).toISOString();
  const by = expect.stringMatching(/^token_/);
  const first = { version: 1, at: at(), by, change: 'created', policy: document('first') };
  const id = await create('first');
  expect((await versions(id)).data).toEqual([first]);
  clock.advance(1_000);
  const second = { version: 2, at: at(), by, change: 'updated', policy: document('second') };
  await ask('PUT', `/${id}`, document('second'));
  expect((await versions(id)).data).toEqual([second, first]);
  clock.advance(1_000);
  const third = { ...second, version: 3, at: at(), change: 'deleted' };
  await ask('DELETE', `/${id}`);
  expect((await versions(id)).data).toEqual([third, second, first]);
});

test('versions come in pages, and ten come before nine', async () => {
  const id = await create('v1');
  for (let version = 2; version <= 11; version += 1)
    await ask('PUT', `/${id}`, document(`v${version}`));
  const first = await versions(id, '?limit=4');
  expect(first.data.map(({ version }) => version)).toEqual([11, 10, 9, 8]);
  const rest = await versions(id, `?cursor=${first.pagination.next_cursor}`);
  expect(rest.data.map(({ version }) => version)).toEqual([7, 6, 5, 4, 3, 2, 1]);
  const other = await create('other');
  const { statusCode } = await ask(
    'GET',
    `/${other}/versions?cursor=${first.pagination.next_cursor}`,
  );
  expect(statusCode).toBe(400);
});

test('a policy made with an Idempotency-Key does not show what is kept of the request', async () => {
  const id = await create('keyed', { 'idempotency-key': 'k1' });
  const { data } = await versions(id);
  expect(data[0]?.['policy']).toEqual(document('keyed'));
});

test('of a policy that never was there are no versions', async () => {
  const answer = await ask('GET', '/policy_never/versions');
  expect([answer.statusCode, answer.json()]).toEqual([
    404,
    {
      error: {
        code: 'not_found',
        message: 'There is and was no policy policy_never',
        details: expect.any(String),
      },
    },
  ]);
});
