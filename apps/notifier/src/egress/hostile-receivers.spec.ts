import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { EgressGuard } from './egress-guard';
import { hostResolver } from './host-resolver';
import { WebhookClient } from './webhook-client';

const guard = new EgressGuard({ allowHttp: true, allowCidrs: ['127.0.0.1'] }, hostResolver());
const client = new WebhookClient(guard, 1_000);
const servers: Server[] = [];
const sockets = new Set<Socket>();
afterAll(async () => {
  await client.close();
  for (const socket of sockets) socket.destroy();
  await Promise.all(servers.map((s) => once(s.close(), 'close')));
});

/** A server that says these bytes when a request comes, whatever HTTP makes of them. */
async function saying(say: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => say(socket));
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
const post = (url: string, headers: Record<string, string> = {}) =>
  client.post({ url, headers, body: '{}' });
const answered = async (text: string | Buffer, headers = {}) =>
  post(await saying((socket) => socket.end(text)), headers);
/** Says it again and again until the other side has enough. */
const flood =
  (first: string, again: string) =>
  (socket: Socket): void => {
    const much = again.repeat(1_000);
    const more = (): void => {
      while (!socket.destroyed && socket.write(much));
    };
    socket.on('drain', more).write(first);
    more();
  };
const head = (...lines: string[]): string => `HTTP/1.1 ${lines.join('\r\n')}\r\n\r\n`;
const OK = head('200 OK', 'content-length: 2');
const LONG = 'x'.repeat(20_000);

test.each([
  ['headers that never end', flood('HTTP/1.1 200 OK\r\n', 'x-more: and more\r\n')],
  ['one header that never ends', flood('HTTP/1.1 200 OK\r\nx-long: ', 'x')],
  ['a status line that never ends', flood('HTTP/1.1 200 ', 'OK')],
  [
    'trailers that never end',
    flood(`${head('200 OK', 'transfer-encoding: chunked')}0\r\n`, 'x-a: b\r\n'),
  ],
  [
    'a chunk extension that never ends',
    flood(`${head('200 OK', 'transfer-encoding: chunked')}1;`, 'x'),
  ],
  ['interim answers that never end', flood('', head('103 Early Hints', 'link: </a>'))],
])('%s are cut off', async (_, say) => {
  const { status, error, response } = await post(await saying(say));
  expect(error).toMatch(/^(closed|timeout)$/);
  expect([null, 200]).toContain(status);
  expect(response).toBe('');
});

test('interim answers are passed over, until there are more than anybody needs', async () => {
  const early = head('103 Early Hints', 'link: </a>');
  expect(await answered(early.repeat(16) + OK + 'ok')).toMatchObject({ status: 200, error: null });
  expect(await answered(early.repeat(17) + OK + 'ok')).toMatchObject({
    ...{ status: null, error: 'closed', message: 'more than 16 interim answers (1xx)' },
  });
});

test.each([
  [
    '101, which we did not ask for',
    head('101 Switching Protocols', 'upgrade: x', 'connection: upgrade'),
  ],
  ['100, which we did not ask for', head('100 Continue') + OK + 'ok'],
  ['another protocol', 'SSH-2.0-OpenSSH_9.9\r\n'],
  ['two lengths', head('200 OK', 'content-length: 2', 'content-length: 5') + 'okok!'],
  ['a length and chunks', head('200 OK', 'content-length: 2', 'transfer-encoding: chunked') + 'ok'],
  ['fewer bytes than it says', head('200 OK', 'content-length: 10') + 'ok'],
  ['nothing', ''],
])('an answer with %s is a failure', async (_, text) => {
  expect(await answered(text)).toMatchObject({ error: 'closed' });
});

test('an answer whose status is none is a failure that says so', async () => {
  expect(await answered(head('099 Nearly', 'content-length: 2') + 'ok')).toMatchObject({
    ...{ status: null, error: 'closed', message: '99 is no status of HTTP' },
  });
});

test('what comes after the answer is not the answer to the next request', async () => {
  let connections = 0;
  const url = await saying((socket) => {
    connections += 1;
    socket.write(`${OK}${connections === 1 ? 'ok' : 'no'}${OK}!!`);
  });
  expect(await post(url)).toMatchObject({ status: 200, response: 'ok' });
  expect(await post(url)).toMatchObject({ status: 200, response: 'no' });
});

test('of a body in another transfer encoding the bytes are kept as they came', async () => {
  const posted = await answered(`${head('200 OK', 'transfer-encoding: gzip')}\u001f\u008b${LONG}`);
  expect(posted.response.length).toBeLessThanOrEqual(16_384);
});

test('control characters, bytes that are no UTF-8, and what turns a text around are not kept', async () => {
  const bytes = Buffer.concat([
    Buffer.from(`${head('200 OK')}a\0b\u001b[31mc\u009bd\u202ee\tf\r\ng€`),
    Buffer.from([0xff, 0xc3]),
  ]);
  expect((await answered(bytes)).response).toBe(
    'a\ufffdb\ufffd[31mc\ufffdd\ufffde\tf\r\ng€\ufffd\ufffd',
  );
});

describe('what a receiver says again of our headers', () => {
  const headers = {
    'content-type': 'application/json',
    'webhook-id': 'delivery_1234567890',
    'x-service-signature': `sha256=${'ab'.repeat(32)}`,
    authorization: 'Bearer to"ken-of-the-receiver',
    'x-flag': 'on',
  };
  const echoed = async (text: string): Promise<string> =>
    (await answered(head('200 OK') + text, headers)).response;

  test('is not kept, whole or in part, plain or in JSON', async () => {
    expect(await echoed(JSON.stringify(headers))).toBe(
      JSON.stringify({
        ...headers,
        'x-service-signature': '[redacted]',
        authorization: '[redacted]',
      }),
    );
    expect(await echoed('token to"ken-of-the-receiver is wrong')).toBe('token [redacted] is wrong');
    expect(await echoed('ab'.repeat(32))).toBe('[redacted]');
  });

  test('is not kept where the answer is cut off in the middle of it', async () => {
    const filling = 'x'.repeat(16_384 - 20);
    const response = await echoed(`${filling}${headers.authorization}`);
    expect(response).toBe(`${filling}[redacted]`);
  });

  test('is not kept where enough came with the first part of it', async () => {
    const filling = 'x'.repeat(16_384 - 20);
    const url = await saying((socket) => {
      const first = head('200 OK') + filling + headers.authorization.slice(0, 20);
      socket.setNoDelay().write(first);
    });
    expect((await post(url, headers)).response).toBe(`${filling}[redacted]`);
  });

  test('is not kept where the answer breaks off in the middle of it, or is late with the rest', async () => {
    const begun = `${head('200 OK', 'content-length: 1000')}you are Bearer to"ken-of`;
    for (const after of ['end', 'pause'] as const) {
      const url = await saying((socket) => socket.write(begun, () => socket[after]()));
      expect(await post(url, headers)).toMatchObject({
        ...{ status: 200, error: after === 'end' ? 'closed' : 'timeout' },
        response: 'you are [redacted]',
      });
    }
  });

  test('is kept where it is no secret', async () =>
    expect(await echoed('on delivery_1234567890')).toBe('on delivery_1234567890'));
});
