import { testHouse, type TestHouse } from '@parapet/chassis/testing';
import { RegistryModule } from '../registry.module';
import { policyRequests, YAML, yaml } from '../testing/policy-requests';

let house: TestHouse;
beforeAll(async () => {
  house = await testHouse({ imports: [RegistryModule] });
});
afterAll(() => house.close());

const { ask, create } = policyRequests(() => house);

test('what is known already is not sent again', async () => {
  const id = await create();
  const read = (known: string, accept = 'application/json') =>
    ask('GET', `/${id}`, { headers: { 'if-none-match': known, accept } });
  const known = await read('W/"1", "7"');
  expect([known.statusCode, known.body]).toEqual([304, '']);
  expect(known.headers).toMatchObject({ etag: '"1"', vary: 'Accept' });
  expect(known.headers).not.toHaveProperty('content-type');
  expect((await read('*')).statusCode).toBe(304);
  expect((await read('"1"', 'application/yaml')).statusCode).toBe(200);
  expect((await read('"1-yaml"', 'application/yaml')).statusCode).toBe(304);
  await ask('PUT', `/${id}`, yaml(YAML));
  expect((await read('"1"')).json()).toMatchObject({ id, version: 2 });
  expect((await read('1')).statusCode).toBe(400);
});

test.each(['', '1', '"1', '*, "1"'])('If-Match: %s is refused and changes nothing', async (tag) => {
  const id = await create();
  const headers = { 'if-match': tag };
  for (const answer of [
    await ask('PUT', `/${id}`, yaml(YAML, headers)),
    await ask('DELETE', `/${id}`, { headers }),
  ])
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      { error: { code: 'bad_request', details: expect.stringContaining('with its quotes') } },
    ]);
  expect((await ask('GET', `/${id}`)).json()).toMatchObject({ version: 1 });
});

test('If-Match: * changes any version, but nothing that is not there', async () => {
  const id = await create();
  const any = { 'if-match': '*' };
  expect((await ask('PUT', `/${id}`, yaml(YAML, any))).headers.etag).toBe('"2"');
  expect((await ask('DELETE', `/${id}`, { headers: any })).statusCode).toBe(204);
  expect((await ask('PUT', `/${id}`, yaml(YAML, any))).statusCode).toBe(404);
});

test('what If-None-Match names is not changed', async () => {
  const id = await create();
  for (const tag of ['*', '"1"', 'W/"1"', '"7", "1-yaml"']) {
    const headers = { 'if-none-match': tag };
    for (const answer of [
      await ask('PUT', `/${id}`, yaml(YAML, headers)),
      await ask('DELETE', `/${id}`, { headers }),
    ])
      expect([answer.statusCode, answer.json()]).toMatchObject([
        412,
        { error: { code: 'precondition_failed', message: expect.stringContaining('is "1"') } },
      ]);
  }
  const other = { 'if-match': '"1"', 'if-none-match': '"7"' };
  expect((await ask('PUT', `/${id}`, yaml(YAML, other))).headers.etag).toBe('"2"');
});

test('a change of a version that is no longer there is refused', async () => {
  const id = await create();
  await ask('PUT', `/${id}`, yaml(YAML));
  for (const method of ['PUT', 'DELETE'] as const) {
    const body =
      method === 'PUT' ? yaml(YAML, { 'if-match': '"1"' }) : { headers: { 'if-match': '"1"' } };
    const answer = await ask(method, `/${id}`, body);
    expect(answer.statusCode).toBe(412);
    expect(answer.json()).toMatchObject({
      error: {
        code: 'precondition_failed',
        message: `${id} is not the version named in If-Match: its ETag is "2"`,
      },
    });
  }
});

test.each(['*', '"1", "2"'])(
  'of two changes at one moment with If-Match: %s the later is a conflict: what is there is named',
  async (tag) => {
    const id = await create();
    const change = () => ask('PUT', `/${id}`, yaml(YAML, { 'if-match': tag }));
    const answers = await Promise.all([change(), change()]);
    // Seldom the later one is late enough to be another change.
    for (const { statusCode } of answers) expect([200, 409]).toContain(statusCode);
  },
);
