import { testHouse, type TestHouse } from '@parapet/chassis/testing';
import { RegistryModule } from '../registry.module';
import { type Headers, policyRequests, YAML, yaml } from '../testing/policy-requests';

let house: TestHouse;
beforeAll(async () => {
  house = await testHouse({ imports: [RegistryModule] });
});
afterAll(() => house.close());

const { ask, create } = policyRequests(() => house);
const names = (answer: { json(): unknown }): string[] =>
  (answer.json() as { data: { name: string }[] }).data.map((policy) => policy.name);

test('a policy is created, with its place and its version', async () => {
  const answer = await ask('POST', '', yaml(YAML));
  expect(answer.statusCode).toBe(201);
  const { id, status, applied_at } = answer.json<Record<string, string>>();
  expect({ id, status }).toEqual({ id: expect.stringMatching(/^policy_/), status: 'created' });
  expect(answer.headers).toMatchObject({ location: `/v1/policies/${id}`, etag: '"1"' });
  const read = await ask('GET', `/${id}`);
  expect(read.headers.etag).toBe('"1"');
  expect(read.json()).toEqual({
    ...{ id, name: 'Mirrors', type: 'allow', scope: 'global', enabled: true, version: 1 },
    rules: [{ pattern: '*.example.com', comment: 'ours' }],
    ...{ created_at: applied_at, updated_at: applied_at },
  });
});

test.each(['application/x-yaml', 'text/yaml', 'application/yaml; charset=utf-8'])(
  '%s is YAML too',
  async (type) => {
    const answer = await ask('POST', '', { headers: { 'content-type': type }, payload: YAML });
    expect(answer.statusCode).toBe(201);
  },
);

test('a policy may be JSON', async () => {
  const payload = { name: 'JSON', type: 'block', rules: [{ pattern: '192.0.2.0/24' }] };
  const answer = await ask('POST', '', { payload });
  expect(answer.statusCode).toBe(201);
  const { id } = answer.json<{ id: string }>();
  expect((await ask('GET', `/${id}`)).json()).toMatchObject(payload);
});

test.each([
  ['an unquoted *', yaml('name: a\nrules:\n  - pattern: *.example.com\n'), 400, 'invalid_yaml'],
  ['a typo', yaml(`${YAML}enabeld: false\n`), 400, 'bad_request'],
  ['nothing', {}, 400, 'bad_request'],
  ['empty YAML', yaml(''), 400, 'invalid_yaml'],
  [
    'a JSON text',
    { ...yaml('"name: a"'), headers: { 'content-type': 'application/json' } },
    400,
    'bad_request',
  ],
  ['65 KiB', yaml(`${YAML}#${'x'.repeat(65 * 1024)}`), 413, 'payload_too_large'],
  [
    'XML',
    { headers: { 'content-type': 'text/xml' }, payload: '<a/>' },
    415,
    'unsupported_media_type',
  ],
])('%s is refused', async (_, sent, status, code) => {
  const answer = await ask('POST', '', sent);
  expect(answer.statusCode).toBe(status);
  expect(answer.json()).toEqual({
    error: { code, message: expect.stringMatching(/./), details: expect.any(String) },
  });
});

test('a policy read as YAML can be edited and sent back', async () => {
  const id = await create();
  const read = await ask('GET', `/${id}`, { headers: { accept: 'application/yaml' } });
  expect(read.headers).toMatchObject({
    ...{ 'content-type': 'application/yaml; charset=utf-8', etag: '"1-yaml"', vary: 'Accept' },
  });
  const edited = read.body.replace('Mirrors', 'Edited');
  const put = await ask('PUT', `/${id}`, yaml(edited, { 'if-match': String(read.headers.etag) }));
  expect(put.statusCode).toBe(200);
  expect(put.headers.etag).toBe('"2"');
  expect(put.json()).toEqual({ id, status: 'updated', applied_at: expect.any(String) });
  expect((await ask('GET', `/${id}`)).json()).toMatchObject({ name: 'Edited', version: 2 });
});

test('a policy that is too long for YAML is read as JSON, edited and sent back', async () => {
  const rules = Array.from({ length: 5_000 }, (_, i) => ({ pattern: `host-${i}.example.com` }));
  const payload = { name: 'Long', type: 'allow', rules };
  const { id } = (await ask('POST', '', { payload })).json<{ id: string }>();
  const read = await ask('GET', `/${id}`, { headers: { accept: 'application/yaml' } });
  expect(read.headers).toMatchObject({
    ...{ 'content-type': 'application/json; charset=utf-8', etag: '"1"', vary: 'Accept' },
  });
  const edited = { ...read.json<object>(), name: 'Edited' };
  const headers = { 'if-match': String(read.headers.etag) };
  expect((await ask('PUT', `/${id}`, { payload: edited, headers })).statusCode).toBe(200);
  expect((await ask('GET', `/${id}`)).json()).toMatchObject({ name: 'Edited', version: 2, rules });
});

test('what GET says besides the document is passed over by PUT, and refused by POST', async () => {
  const id = await create();
  const read = (await ask('GET', `/${id}`)).json<object>();
  expect((await ask('PUT', `/${id}`, { payload: read })).statusCode).toBe(200);
  expect((await ask('PUT', `/${id}`, yaml(`id: ${id}\n${YAML}`))).statusCode).toBe(200);
  expect((await ask('GET', `/${id}`)).json()).toMatchObject({ id, version: 3, name: 'Mirrors' });
  for (const path of ['', '/check'])
    expect((await ask('POST', path, { payload: read })).statusCode).toBe(400);
  expect((await ask('PUT', `/${id}`, { payload: { ...read, typ: 'block' } })).statusCode).toBe(400);
});

test('rule 12: of two racing updates exactly one wins, and the other hears so', async () => {
  const id = await create();
  const race = (etag: Headers, name: string) =>
    ask('PUT', `/${id}`, yaml(YAML.replace('Mirrors', name), etag));
  const plain = await Promise.all([race({}, 'left'), race({}, 'right')]);
  const won = plain.filter((answer) => answer.statusCode === 200).length;
  expect(plain.every(({ statusCode }) => [200, 409].includes(statusCode))).toBe(true);
  expect(won).toBeGreaterThan(0);
  const { version } = (await ask('GET', `/${id}`)).json<{ version: number }>();
  expect(version).toBe(1 + won);
  const tag = { 'if-match': `"${version}"` };
  const guarded = await Promise.all([race(tag, 'left'), race(tag, 'right')]);
  expect(guarded.map((answer) => answer.statusCode).sort()).toEqual([200, 412]);
});

test('a deleted policy is gone', async () => {
  const id = await create();
  const answer = await ask('DELETE', `/${id}`);
  expect([answer.statusCode, answer.body]).toEqual([204, '']);
  for (const [method, sent] of [
    ['GET', {}],
    ['DELETE', {}],
    ['PUT', yaml(YAML)],
  ] as const)
    expect((await ask(method, `/${id}`, sent)).statusCode).toBe(404);
});

test('the list is whole, newest first, unless a page is asked for', async () => {
  const fresh = await testHouse({ imports: [RegistryModule] });
  const headers = { authorization: `Bearer ${fresh.adminToken}` };
  const list = (query: string) => fresh.inject({ url: `/v1/policies${query}`, headers });
  const count = 105;
  for (let n = 0; n < count; n += 1)
    await fresh.inject({
      ...{ method: 'POST', url: '/v1/policies', headers },
      payload: { name: `p${n}`, type: 'allow', rules: [{ pattern: 'a.example' }] },
    });
  const whole = await list('');
  expect(whole.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(whole.json()).toMatchObject({ pagination: { next_cursor: null, has_more: false } });
  expect(new Set(names(whole)).size).toBe(count);
  const first = (await list('?limit=100')).json<{ pagination: { next_cursor: string } }>();
  const second = await list(`?cursor=${first.pagination.next_cursor}`);
  expect(names(second)).toEqual(names(whole).slice(100));
  for (const query of ['?limit=0', '?limit=1001', '?cursor=x', '?limit=1&limit=2'])
    expect((await list(query)).statusCode).toBe(400);
  await fresh.close();
});

test('each route needs its permission', async () => {
  const token = await house.addToken(['policies:read']);
  const headers = { authorization: `Bearer ${token}` };
  expect((await ask('GET', '', { headers })).statusCode).toBe(200);
  for (const [method, path] of [
    ['POST', ''],
    ['PUT', '/policy_x'],
    ['DELETE', '/policy_x'],
  ] as const)
    expect((await ask(method, path, { headers })).json()).toMatchObject({
      error: { code: 'forbidden', message: expect.stringContaining('policies:write') },
    });
});
