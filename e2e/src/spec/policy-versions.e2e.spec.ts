import { unique, walk } from '../house/actors';
import { type House, openHouse } from '../house/house';
import { generalError, ISO } from '../house/shapes';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});

const document = (): object => ({
  ...{ name: unique('policy'), type: 'allow' },
  rules: [{ pattern: 'version.example.com' }],
});
async function create(): Promise<string> {
  const answer = await house.admin.post<{ id: string }>('/v1/policies', document());
  expect([answer.status, answer.headers['etag']]).toEqual([201, '"1"']);
  return `/v1/policies/${answer.body.id}`;
}
const put = (path: string, tag: string) =>
  house.admin.send({ method: 'PUT', path, body: document(), headers: { 'if-match': tag } });
const drop = (path: string, tag: string) =>
  house.admin.send({ method: 'DELETE', path, headers: { 'if-match': tag } });

// proves: api-put-policy-if-match, api-code-precondition-failed
test('PUT with If-Match changes a policy only as it was read: the ETag, a list with it, or *', async () => {
  const path = await create();
  const first = await put(path, '"7", "1"');
  expect([first.status, first.headers['etag']]).toEqual([200, '"2"']);
  expect((await put(path, '"1"')).body).toEqual(
    generalError('precondition_failed', expect.stringContaining('its ETag is "2"')),
  );
  expect((await put(path, '*')).status).toBe(200);
});

// proves: api-delete-policy, api-code-precondition-failed
test('DELETE with If-Match deletes a policy only as it was read', async () => {
  const path = await create();
  const other = await drop(path, '"2"');
  expect([other.status, other.body]).toEqual([412, generalError('precondition_failed')]);
  expect((await drop(path, '"1"')).status).toBe(204);
});

test('a weak ETag never matches in If-Match', async () => {
  const path = await create();
  expect((await put(path, 'W/"1"')).status).toBe(412);
  expect((await drop(path, 'W/"1"')).status).toBe(412);
});

test('an If-Match that is none answers 400, and nothing is changed', async () => {
  const path = await create();
  for (const answer of [await put(path, '1'), await drop(path, '"1')])
    expect([answer.status, answer.body]).toEqual([400, generalError('bad_request')]);
  expect((await house.admin.get(path)).headers['etag']).toBe('"1"');
});

// proves: api-get-policy, api-get-policy-known
test('GET with If-None-Match answers 304 without a body to who knows it, for JSON and YAML apart', async () => {
  const path = await create();
  const read = (accept: string, known: string) =>
    house.admin.get(path, { accept, 'if-none-match': known });
  const json = String((await house.admin.get(path)).headers['etag']);
  const known = await read('application/json', json);
  expect([known.status, known.text, known.headers['etag']]).toEqual([304, '', json]);
  const yaml = await read('application/yaml', json);
  expect(yaml.status).toBe(200);
  expect((await read('application/yaml', String(yaml.headers['etag']))).status).toBe(304);
});

interface Version {
  readonly version: number;
  readonly by: string;
  readonly change: string;
  readonly policy: object;
}
// proves: api-policy-versions, api-policy-version-fields
test('each version of a policy can be read, also when it was deleted, and sent again', async () => {
  const path = await create();
  const versions = () => walk<Version>(house.admin, `${path}/versions?limit=2`);
  const [first] = await versions();
  await put(path, '*');
  const back = await house.admin.send({ method: 'PUT', path, body: first?.policy ?? {} });
  expect([back.status, back.headers['etag']]).toEqual([200, '"3"']);
  await drop(path, '*');
  const list = await versions();
  const by = expect.stringMatching(/^token_/);
  expect(list).toMatchObject([
    { version: 4, change: 'deleted', by, policy: first?.policy },
    { version: 3, change: 'updated', by, policy: first?.policy },
    { version: 2, change: 'updated', by },
    { version: 1, change: 'created', by, at: expect.stringMatching(ISO) },
  ]);
});
