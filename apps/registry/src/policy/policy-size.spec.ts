import { testHouse, type TestHouse } from '@parapet/chassis/testing';
import { RegistryModule } from '../registry.module';

let house: TestHouse;
beforeAll(async () => {
  house = await testHouse({ imports: [RegistryModule] });
});
afterAll(() => house.close());

const LONGEST_BODY = 256 * 1024;
const RULES = { type: 'allow', rules: [{ pattern: 'a.example' }] };

/** A policy of exactly so many bytes of JSON. */
function policyOf(bytes: number) {
  const policy = { name: 'long', ...RULES, metadata: { note: '' } };
  policy.metadata.note = 'x'.repeat(bytes - JSON.stringify(policy).length);
  return policy;
}
const ask = (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) =>
  house.inject({
    ...{ method, url: `/v1/policies${path}`, ...(payload && { payload }) },
    headers: { authorization: `Bearer ${house.adminToken}` },
  });

test('a policy as long as it may be can be sent back as it was read, again and again', async () => {
  const { metadata, ...policy } = policyOf(LONGEST_BODY);
  const made = await ask('POST', '', { ...policy, metadata });
  expect(made.statusCode).toBe(201);
  const { id } = made.json<{ id: string }>();
  for (const version of [2, 3, 4]) {
    const read = (await ask('GET', `/${id}`)).json<object>();
    expect((await ask('PUT', `/${id}`, read)).statusCode).toBe(200);
    expect((await ask('GET', `/${id}`)).json()).toMatchObject({ metadata, version });
  }
});

test('with PUT a policy does not grow beyond what GET and PUT can pass on', async () => {
  const made = await ask('POST', '', policyOf(1_000));
  const { id } = made.json<{ id: string }>();
  const answer = await ask('PUT', `/${id}`, policyOf(LONGEST_BODY + 1_000));
  expect([answer.statusCode, answer.json()]).toMatchObject([
    413,
    { error: { code: 'payload_too_large', details: 'at most 256 KiB of JSON, as GET shows it' } },
  ]);
  expect((await ask('GET', `/${id}`)).json()).toMatchObject({ version: 1 });
});

test.each([
  [
    'JSON',
    'application/json',
    (numbers: string) =>
      `{"name":"a","type":"allow","rules":[{"pattern":"a.example"}],"metadata":{"n":[${numbers}]}}`,
  ],
  [
    'YAML',
    'application/yaml',
    (numbers: string) =>
      `{name: a, type: allow, rules: [{pattern: a.example}], metadata: {n: [${numbers}]}}`,
  ],
])(
  'numbers in %s that are longer when they are read make no policy that cannot be sent back',
  async (_, type, write) => {
    const payload = write(Array.from({ length: 12_800 }, () => '1e20').join(','));
    const answer = await house.inject({
      ...{ method: 'POST', url: '/v1/policies', payload },
      headers: { authorization: `Bearer ${house.adminToken}`, 'content-type': type },
    });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      413,
      { error: { code: 'payload_too_large' } },
    ]);
  },
);
