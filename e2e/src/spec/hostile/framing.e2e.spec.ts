import { newAgent, type TestAgent, unique } from '../../house/actors';
import { type House, openHouse } from '../../house/house';
import { agentError, generalError } from '../../house/shapes';
import { exchange, message, type WireAnswer } from '../../house/wire';

import { UNCERTAIN_BODIES } from './uncertain-bodies';

let house: House;
let agent: TestAgent;
beforeAll(async () => {
  house = await openHouse();
  agent = await newAgent(house.admin);
});

/** Begins the name of everything that must not be made. */
const MARK = unique('smuggled');
const JSON_TYPE = 'Content-Type: application/json';
const forUser = (): string => `Authorization: Bearer ${house.adminToken}`;

const forAgent = (): string => `Authorization: Bearer ${agent.token}`;

/** What an attacker hides behind a request, hoping that somebody takes it for one of its own. */
const smuggled = (): string => {
  const body = JSON.stringify({ name: MARK, permissions: ['admin'] });
  const lines = ['POST /v1/tokens HTTP/1.1', 'Host: a', forUser(), JSON_TYPE];
  return message([...lines, `Content-Length: ${body.length}`], body);
};
/** A request that is answered with 200 and ends the connection. */
const farewell = (): string =>
  message(['GET /v1/agents?limit=1 HTTP/1.1', 'Host: a', forUser(), 'Connection: close']);

const heads: readonly [string, () => string[], unknown][] = [
  [
    'in the general form',
    () => ['POST /v1/tokens HTTP/1.1', 'Host: a', forUser(), JSON_TYPE],
    generalError('bad_request'),
  ],
  [
    'in the form of agents',
    () => ['PUT /v1/events_v2 HTTP/1.1', 'Host: a', forAgent(), JSON_TYPE],
    agentError('InvalidEvent'),
  ],
];

describe.each(heads)('bodies whose end is not certain are refused %s', (_, head, shape) => {
  test.each(UNCERTAIN_BODIES)('%s', async (_name, lines, body, reason) => {
    const answers = await exchange(house, message([...head(), ...lines], body) + smuggled());
    expect(answers).toHaveLength(1);
    const [{ status, headers, text }] = answers as [WireAnswer];
    expect([status, JSON.parse(text)]).toEqual([400, shape]);
    expect(text).toMatch(reason);
    expect(text).toMatch(/send (HTTP\/1\.1 as RFC 9112 defines it|Content-Length)/);
    expect(headers).toMatchObject({ connection: 'close', 'x-request-id': expect.any(String) });
  });
});

describe('heads that others may read differently are refused, and nothing follows them', () => {
  const get = 'GET /v1/agents HTTP/1.1';
  const post = ['POST /v1/tokens HTTP/1.1', 'Host: a', JSON_TYPE];
  const chunks = `${message(['2', '{}', '0'])}\r\n`;
  test.each<[string, string[], string]>([
    ['no Host', [get], 'The header host is missing'],
    ['two Host headers', [get, 'Host: a', 'host: a'], 'The header host came twice'],
    ['a Host that is none', [get, 'Host: a/b@c d'], 'The header host is not valid'],
    [
      'two Authorization headers',
      [get, 'Host: a', 'Authorization: Bearer x', 'authorization: Bearer y'],
      'The header authorization came twice',
    ],
    ['HTTP/2.0', ['GET /v1/agents HTTP/2.0', 'Host: a'], 'The version of HTTP is not spoken'],
    ['HTTP/0.9', ['GET /v1/agents'], 'The version of HTTP is not spoken'],
    [
      'a coding before chunked',
      [...post, 'Transfer-Encoding: gzip, chunked', '', ...chunks.split('\r\n').slice(0, -2)],
      'The Transfer-Encoding is not taken',
    ],
    [
      'chunks of HTTP/1.0',
      ['POST /v1/tokens HTTP/1.0', 'Transfer-Encoding: chunked', '', '0'],
      'The Transfer-Encoding is not taken',
    ],
  ])('%s', async (_, lines, sentence) => {
    const [first, ...others] = await exchange(house, message(lines) + smuggled());
    expect([first?.status, JSON.parse(first?.text ?? '')]).toEqual([
      400,
      generalError('bad_request'),
    ]);
    expect(first?.text).toContain(sentence);
    expect(first?.text).toContain('"details":"send ');
    expect(others).toEqual([]);
  });

  test('a request whose body breaks off after it was answered is answered once', async () => {
    const lines = ['POST /v1/tokens HTTP/1.1', 'Host: a', forUser(), 'Transfer-Encoding: chunked'];
    const answers = await exchange(house, message(lines, 'x\r\n') + smuggled());
    // A gateway sees the break before any service has answered.
    expect([[415], [400]]).toContainEqual(answers.map(({ status }) => status));
  });

  test('what came before garbage is answered before it', async () => {
    const first = message(['GET /v1/agents?limit=1 HTTP/1.1', 'Host: a', forUser()]);
    const answers = await exchange(house, `${first}${first}garbage\r\n\r\n${smuggled()}`);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 400]);
  });

  test('another protocol is not spoken, and nothing may follow who asks for one', async () => {
    const upgrade = ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AA'];
    const asking = message(['GET /v1/agents?limit=1 HTTP/1.1', 'Host: a', forUser(), ...upgrade]);
    const answers = await exchange(house, asking + smuggled());
    expect(answers.map(({ status }) => status)).toEqual([200]);
  });

  test.each<[string, string, string]>([
    ['lines ended by LF', 'GET /v1/agents HTTP/1.1\nHost: a\n\n', 'Expected CRLF'],
    ['one line ended by LF', 'GET /v1/agents HTTP/1.1\r\nHost: a\nX: 1\r\n\r\n', 'expected CR'],
    ['CR in a value', 'GET /v1/agents HTTP/1.1\r\nHost: a\r\nX: 1\rY: 2\r\n\r\n', 'expected LF'],
    ['NUL in a value', 'GET /v1/agents HTTP/1.1\r\nHost: a\r\nX: 1\0\r\n\r\n', 'header value char'],
    ['a folded value', 'GET /v1/agents HTTP/1.1\r\nHost: a\r\n b: c\r\n\r\n', 'whitespace'],
    [
      'a header without a name',
      'GET /v1/agents HTTP/1.1\r\nHost: a\r\n: x\r\n\r\n',
      'header token',
    ],
    ['a line without a colon', 'GET /v1/agents HTTP/1.1\r\nHost: a\r\nx\r\n\r\n', 'header token'],
    ['a version of the future', 'GET /v1/agents HTTP/1.2\r\nHost: a\r\n\r\n', 'HTTP version'],
    ['http in small letters', 'GET /v1/agents http/1.1\r\nHost: a\r\n\r\n', 'Expected HTTP/'],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'Pause on PRI'],
    ['a greeting of TLS', '\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03', 'Invalid method'],
    ['garbage', 'garbage\r\n\r\n', 'Invalid method'],
    [
      'tabs in the first line',
      'GET\t/v1/agents\tHTTP/1.1\r\nHost: a\r\n\r\n',
      'space after method',
    ],
  ])('%s: 400 and the end', async (_, bytes, reason) => {
    const answers = await exchange(house, bytes + smuggled());
    expect(answers.map(({ status }) => status)).toEqual([400]);
    expect(JSON.parse(answers[0]?.text ?? '')).toEqual(generalError('bad_request'));
    expect(answers[0]?.text).toContain(reason);
  });

  test.each([
    ['one header beyond all measure', [`X: ${'x'.repeat(20_000)}`]],
    ['thousands of headers', Array.from({ length: 3_000 }, (_, i) => `A${i}:`)],
  ])('%s: 431 and the end', async (_, lines) => {
    const bytes = message([get, 'Host: a', ...lines]) + smuggled();
    const answers = await exchange(house, bytes);
    expect(answers.map(({ status }) => status)).toEqual([431]);
    expect(answers[0]?.text).toContain('at most 16 KiB, the address included');
  });
});

describe('what is right although it is odd is answered, and what follows it too', () => {
  const get = (target: string): string[] => [`GET ${target} HTTP/1.1`, 'Host: a', forUser()];
  test.each<[string, () => string, number[]]>([
    [
      'a body of GET is not a request',
      () =>
        message(
          [...get('/v1/agents?limit=1'), 'Content-Length: 47'],
          message(['POST /v1/agents HTTP/1.1', 'Host: a', 'X: 1234567']),
        ),
      [200],
    ],
    [
      'chunks of GET',
      () =>
        message(
          [...get('/v1/agents?limit=1'), 'Transfer-Encoding: chunked'],
          '2\r\n{}\r\n0\r\n\r\n',
        ),
      [200],
    ],
    ['empty lines before a request', () => `\r\n\r\n${message(get('/v1/agents?limit=1'))}`, [200]],
    ['a target with a host', () => message(get('http://evil.example/v1/agents?limit=1')), [200]],
    [
      'an empty body',
      () =>
        message(['POST /v1/tokens HTTP/1.1', 'Host: a', forUser(), JSON_TYPE, 'Content-Length: 0']),
      [400],
    ],
    [
      'ten at once',
      () => message(get('/v1/agents?limit=1')).repeat(10),
      Array<number>(10).fill(200),
    ],
    [
      'trailers that would change the request',
      () =>
        message(
          [
            'POST /v1/tokens HTTP/1.1',
            'Host: a',
            JSON_TYPE,
            'Transfer-Encoding: chunked',
            'Trailer: Authorization',
          ],
          `2\r\n{}\r\n0\r\n${forUser()}\r\nHost: b\r\n\r\n`,
        ),
      [401],
    ],
    [
      'an extension of a chunk',
      () =>
        message(
          [
            'POST /v1/tokens HTTP/1.1',
            'Host: a',
            forUser(),
            JSON_TYPE,
            'Transfer-Encoding: CHUNKED',
          ],
          '2;a=b\r\n{}\r\n0\r\n\r\n',
        ),
      [400],
    ],
  ])('%s', async (_, bytes, statuses) => {
    const answers = await exchange(house, bytes() + farewell());
    expect(answers.map(({ status }) => status)).toEqual([...statuses, 200]);
  });
});

test('nothing of what was smuggled was done', async () => {
  expect((await house.admin.get('/v1/tokens?limit=1000')).text).not.toContain(MARK);
});
