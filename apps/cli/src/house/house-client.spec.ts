import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { houseOf } from './house-options';
import { HouseAway, HouseProblem, NoHouse } from './house-problem';
import type { HouseClient } from './house-client';

type Answers = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

let server: Server;
let answers: Answers;
let house: HouseClient;
beforeEach(async () => {
  server = createServer((request, response) => void answers(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  house = houseOf({ url: `http://127.0.0.1:${port}/`, token: 'pp_u_1' }, { env: {} });
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const answer = (status: number, body: string, headers: Record<string, string> = {}): void => {
  answers = (_, response) => void response.writeHead(status, headers).end(body);
};

const refusal = async (): Promise<unknown> =>
  house.ask('/v1/issues').catch((error: unknown) => error);

test('it asks with the token, and reads what is answered', async () => {
  answers = async (request, response) => {
    const { method, url, headers } = request;
    const said = [method, url, headers.authorization, headers['content-type'], await text(request)];
    response.end(JSON.stringify(said));
  };
  const request = { method: 'PATCH', json: { mode: 'enforce' } } as const;
  expect(await house.read('/v1/agents/agent_1?a=b', request)).toEqual([
    ...['PATCH', '/v1/agents/agent_1?a=b', 'Bearer pp_u_1', 'application/json'],
    '{"mode":"enforce"}',
  ]);
});

test('a body is sent as it comes', async () => {
  const heard: string[] = [];
  let first: () => void;
  const oneHeard = new Promise<void>((resolve) => (first = resolve));
  answers = async (request, response) => {
    for await (const chunk of request) {
      heard.push(String(chunk));
      first();
    }
    response.end('{}');
  };
  async function* lines(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('one\n');
    await oneHeard;
    yield Buffer.from('two\n');
  }
  await house.ask('/v1/events_v2/batch', { method: 'POST', body: lines() });
  expect(heard).toEqual(['one\n', 'two\n']);
});

test('an answer is read as it comes', async () => {
  let go: () => void = () => undefined;
  answers = (_, response) => {
    response.write('one');
    go = () => response.end('two');
  };
  const { body } = await house.ask('/v1/stream');
  const read: string[] = [];
  for await (const chunk of body ?? []) {
    read.push(Buffer.from(chunk).toString());
    go();
  }
  expect(read).toEqual(['one', 'two']);
});

test.each([
  [
    { error: { code: 'forbidden', message: 'It lacks issues:read', details: 'send another' } },
    ['forbidden', 'It lacks issues:read: send another'],
  ],
  [{ error: 'invalid agent kind' }, [undefined, 'invalid agent kind']],
  [{ error: 'wait', type: 'RateLimited' }, [undefined, 'wait']],
])('a refusal like %j is an error that says it', async (body, [code, message]) => {
  answer(403, JSON.stringify(body), { 'Retry-After': '7' });
  const error = await refusal();
  expect(error).toBeInstanceOf(HouseProblem);
  expect(error).toMatchObject({ status: 403, message, retryAfter: 7 });
  expect(error).toHaveProperty('code', code);
});

test.each(['<html>', '{"error":{}}', '{"fault":1}', 'null'])(
  'what stands before a house and answers %s in its place is named by its status',
  async (body) => {
    answer(502, body);
    expect(await refusal()).toMatchObject({
      ...{ status: 502, message: '502 Bad Gateway' },
      retryAfter: undefined,
    });
  },
);

test.each([
  ['<html>\n<b>', 'its answer is no JSON, but <html> <b>'],
  ['', 'its answer is no JSON, but nothing'],
  ['{"ok":true}', 'its answer has no data, but is {"ok":true}'],
  ['{"data":7}', 'its answer has no data, but is {"data":7}'],
  ['null', 'its answer has no data, but is null'],
  [`"${'x'.repeat(200)}"`, `its answer has no data, but is "${'x'.repeat(79)}…`],
])(
  'what answers a list with %s is no house: it says who, what, and what to do',
  async (body, got) => {
    answer(200, body);
    const error = await house.read<{ data: [] }>('/v1/issues', { list: 'data' }).catch((e) => e);
    expect(error).toBeInstanceOf(NoHouse);
    expect(error).toHaveProperty(
      'message',
      expect.stringMatching(
        /^What answers at http:\/\/127\S+ is no house: .*\. Set PARAPET_URL, or /,
      ),
    );
    expect(String(error)).toContain(got);
  },
);

test.each([
  [200, '<html>', 'what it answers a deletion is 200, with <html>'],
  [202, '', 'what it answers a deletion is 202, with nothing'],
])(
  'what answers a deletion with %i and "%s" is no house, and nothing is said to be deleted',
  async (status, body, got) => {
    answer(status, body);
    await expect(house.remove('/v1/agents/agent_1')).rejects.toThrow(got);
    answer(204, '');
    await expect(house.remove('/v1/agents/agent_1')).resolves.toBeUndefined();
  },
);

test('what answers without the token that was asked for is no house', async () => {
  answer(200, '{"ok":true}');
  await expect(house.read<{ token: string }>('/v1/agents', { has: 'token' })).rejects.toThrow(
    'is no house: its answer has no token, but is {"ok":true}.',
  );
});

test('where nobody answers, or only half, it says so with the reason', async () => {
  answers = (request) => void request.socket.destroy();
  expect(await refusal()).toBeInstanceOf(HouseAway);
  answers = (request, response) => {
    response.writeHead(200, { 'content-length': '10' }).write('{');
    request.socket.destroySoon();
  };
  await expect(house.read('/v1/issues')).rejects.toBeInstanceOf(HouseAway);
  await new Promise((resolve) => server.close(resolve));
  await expect(house.ask('/v1/issues')).rejects.toThrow(
    /^The house at http:\/\/127\.0\.0\.1:\d+ does not answer: .*ECONNREFUSED/,
  );
});

test('a proxy that asks for a login is no house, of whose answer nothing is to be heard', async () => {
  answer(407, 'who are you?');
  await expect(house.ask('/v1/issues')).rejects.toThrow(
    /is no house: it asks for a login, as a proxy does \(407\)\. Set PARAPET_URL/,
  );
});

test('a house without TLS that is asked by https:// is said to have none, and not tried again and again', async () => {
  house = houseOf({ url: house.url.replace('http:', 'https:'), token: 'pp_u_1' }, { env: {} });
  const error = await refusal();
  expect(error).toBeInstanceOf(NoHouse);
  expect(String(error)).toContain(
    'is no house: it speaks no TLS, as behind an address with http://',
  );
});

test('a redirect is not followed: the address is to be set right', async () => {
  answer(301, '', { location: 'https://elsewhere.example/' });
  await expect(house.ask('/v1/issues')).rejects.toThrow(
    /is no house: it sends on to https:\/\/elsewhere\.example\/\. Set PARAPET_URL/,
  );
});

test.each([
  [{}, { PARAPET_TOKEN: 't' }, 'http://localhost:8080'],
  [{}, { PARAPET_TOKEN: 't', PARAPET_URL: 'https://parapet.example/' }, 'https://parapet.example'],
  [{ url: 'http://a' }, { PARAPET_TOKEN: 't', PARAPET_URL: 'https://b' }, 'http://a'],
])('%j with %j asks %s', (args, env, url) => {
  expect(houseOf(args, { env }).url).toBe(url);
});

test('an address and a token are taken without the blanks around them, and the blanks within', async () => {
  const env = { PARAPET_URL: ` ${house.url} `, PARAPET_TOKEN: ' an admin token of words\n' };
  answers = ({ headers }, response) => void response.end(JSON.stringify([headers.authorization]));
  const said = await houseOf({}, { env }).read('/v1/issues');
  expect(said).toEqual(['Bearer an admin token of words']);
});

test.each([
  [{ token: 't', url: 'localhost:8080' }, 'localhost:8080 is no address of a house'],
  [{ token: 't', url: 'parapet' }, 'parapet is no address of a house'],
  [{ token: 't', url: 'https://ann:word@parapet.example' }, 'has no name, password or query in it'],
  [{ token: 't', url: 'https://parapet.example/?a=b' }, 'has no name, password or query in it'],
  [{ token: 't', url: 'https://parapet.example/#/issues' }, 'has no name, password or query in it'],
  [{ token: 't', url: 'https://parapet.example/v1/' }, 'The address of a house ends before /v1'],
  [{}, 'Who asks? Set PARAPET_TOKEN'],
  [{ token: 'zwölf' }, 'Who asks? Set PARAPET_TOKEN'],
])('%j is told what would be right', (args, sentence) => {
  expect(() => houseOf(args, { env: {} })).toThrow(sentence);
});

test('a port at which nothing is ever asked is said to be one, and not tried again and again', async () => {
  house = houseOf({ url: 'http://127.0.0.1:6000', token: 'pp_u_1' }, { env: {} });
  const error = await refusal();
  expect(error).toBeInstanceOf(NoHouse);
  expect(String(error)).toContain('its port is that of another protocol');
});
