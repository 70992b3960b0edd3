import { testHouse, type TestHouse } from '../testing';
import { ProbeModule } from '../testing/probe.module';

let house: TestHouse;
let agentToken: string;
beforeAll(async () => {
  house = await testHouse({ imports: [ProbeModule] });
  agentToken = (await house.addAgent()).token;
});
afterAll(() => house.close());

const JSON_TYPE = 'application/json';
type Answer = Awaited<ReturnType<TestHouse['inject']>>;

const send = (
  [method, url]: ['POST' | 'PUT', string],
  payload: string | Buffer,
  type: string,
): Promise<Answer> => {
  const token = url === '/v1/events_v2' ? agentToken : house.adminToken;
  const headers = { authorization: `Bearer ${token}`, 'content-type': type };
  return house.inject({ method, url, payload, headers });
};
const observe = (payload: string | Buffer, type = JSON_TYPE): Promise<Answer> =>
  send(['PUT', '/v1/events_v2'], payload, type);
const name = (payload: string, type = JSON_TYPE): Promise<Answer> =>
  send(['POST', '/v1/tokens'], payload, type);

test('a route that asks for it gets the original text of a body', async () => {
  const text = '{ "kind" : "a", "n": 1.50 }';
  const answer = await observe(text);
  expect([answer.statusCode, answer.json()]).toMatchObject([200, { text, body: { kind: 'a' } }]);
});

test.each([
  ['{}', 'kind is required'],
  ['{"kind":""}', 'kind must not be empty'],
  ['{"kind":7}', 'kind must be a string'],
  ['[]', 'the body must be an object'],
  ['null', 'the body must be an object'],
  ['', 'the body must be an object'],
])('the schema refuses %s by a sentence that names the property', async (body, sentence) => {
  const answer = await observe(body);
  expect([answer.statusCode, answer.json()]).toEqual([
    400,
    { error: sentence, type: 'InvalidEvent' },
  ]);
});

test('numbers are not made of strings, and unknown properties stay', async () => {
  const answer = await observe('{"kind":"a","more":"1"}');
  expect(answer.json()).toMatchObject({ body: { kind: 'a', more: '1' } });
});

test('no body is of another class than its route declares, and unchecked, however it names a prototype', async () => {
  for (const sent of ['__proto__', '__\\u0070roto__', '_\\u005fproto_\\u005F']) {
    const wrong = await name(`{"${sent}":{"constructor":{},"name":7}}`);
    expect([wrong.statusCode, wrong.json()]).toMatchObject([
      400,
      { error: { message: 'A property __proto__ is not taken' } },
    ]);
  }
});

test('a body declared as a class is checked, and unknown properties are left out', async () => {
  expect((await name('{"name":"n","more":1}')).json()).toEqual({ name: 'n' });
  const wrong = await name('{"name":7}');
  expect([wrong.statusCode, wrong.json()]).toMatchObject([
    400,
    { error: { code: 'bad_request', message: 'name must be a string' } },
  ]);
});

test.each(['[]', '"text"', '7', 'null', '', '[{"name":"n"}]'])(
  'a body declared as a class refuses %s',
  async (body) => {
    const answer = await name(body);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      { error: { message: 'The body must be a JSON object' } },
    ]);
  },
);

test.each([
  ['no JSON', '{"name":'],
  ['forbidden', '{"__proto__":{"name":"n"}}'],
  ['forbidden and hidden', '{"\\u005f_proto__":{"name":"n"}}'],
  ['too deep', '['.repeat(100_000)],
  ['too deep although closed', `${'['.repeat(65)}${']'.repeat(65)}`],
])('JSON that is %s is a 400', async (_, body) => {
  const answer = await name(body);
  expect([answer.statusCode, answer.json()]).toMatchObject([
    400,
    { error: { code: 'bad_request' } },
  ]);
});

test('a property named constructor is nothing special', async () => {
  expect((await name('{"name":"n","constructor":1}')).statusCode).toBe(201);
});

const mine = (type: string, payload?: string): Promise<Answer> =>
  house.inject({
    ...{ method: 'PUT', url: '/v1/issues/mine', ...(payload !== undefined && { payload }) },
    headers: { authorization: `Bearer ${house.adminToken}`, 'content-type': type },
  });

test.each(['application/yaml', 'application/x-www-form-urlencoded', 'text/plain', 'x', JSON_TYPE])(
  'where there is no body a Content-Type says nothing: %s',
  async (type) => {
    expect((await mine(type)).json()).toEqual({ mine: true });
    expect((await mine(type, '')).json()).toEqual({ mine: true });
    expect((await mine(type, '{}')).statusCode).toBe(type === JSON_TYPE ? 200 : 415);
  },
);

test('bytes that are not UTF-8 are a 400', async () => {
  const answer = await observe(Buffer.from([0x22, 0xff, 0x22]));
  expect([answer.statusCode, answer.json()]).toEqual([
    400,
    { error: 'The body is not valid UTF-8: encode its text as UTF-8', type: 'InvalidEvent' },
  ]);
});

test('a body over the limit of its route is 413 in the shape of the route', async () => {
  const big = await observe(JSON.stringify({ kind: 'x'.repeat(70_000) }));
  expect([big.statusCode, big.json()]).toEqual([
    413,
    {
      error: 'The body is larger than this route takes: at most 64 KiB',
      type: 'PayloadTooLarge',
    },
  ]);
  const fits = await name(JSON.stringify({ name: 'x'.repeat(70_000) }));
  expect(fits.statusCode).toBe(201);
  const over = await name(JSON.stringify({ name: 'x'.repeat(270_000) }));
  expect([over.statusCode, over.json()]).toMatchObject([
    413,
    { error: { code: 'payload_too_large', details: 'at most 256 KiB' } },
  ]);
});

test('a compressed body is 415 and says to send it as it is', async () => {
  const coded = (coding: string): Promise<Answer> =>
    house.inject({
      method: 'POST',
      url: '/v1/tokens',
      payload: '{"name":"n"}',
      headers: {
        authorization: `Bearer ${house.adminToken}`,
        'content-type': JSON_TYPE,
        'content-encoding': coding,
      },
    });
  for (const coding of ['gzip', 'br', 'gzip, identity']) {
    const answer = await coded(coding);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      415,
      {
        error: {
          code: 'unsupported_media_type',
          details: 'send the body as it is, not compressed',
        },
      },
    ]);
  }
  expect((await coded('Identity')).statusCode).toBe(201);
});

test('another media type is 415 and says which is taken', async () => {
  for (const type of ['text/plain', 'application/yaml', 'application/x-www-form-urlencoded']) {
    const answer = await name('name: n', type);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      415,
      { error: { code: 'unsupported_media_type', details: 'send application/json' } },
    ]);
  }
});

test('YAML arrives as text where it is taken, at most 64 KiB of it', async () => {
  const policy = (payload: string, type: string): Promise<Answer> =>
    send(['POST', '/v1/policies'], payload, type);
  for (const type of ['application/yaml', 'application/x-yaml', 'text/yaml; charset=utf-8'])
    expect((await policy('a: 1', type)).json()).toEqual({ got: 'a: 1' });
  expect((await policy('{"a":1}', JSON_TYPE)).json()).toEqual({ got: { a: 1 } });
  const big = await policy('x'.repeat(65_537), 'application/yaml');
  expect([big.statusCode, big.json()]).toMatchObject([
    413,
    { error: { details: 'at most 64 KiB' } },
  ]);
});
