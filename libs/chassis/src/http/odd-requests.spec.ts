import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { testHouse, type TestHouse } from '../testing';
import { ProbeModule } from '../testing/probe.module';

let house: TestHouse;
let server: Server;
let port: number;
let agent: string;
beforeAll(async () => {
  house = await testHouse({ imports: [ProbeModule] });
  agent = (await house.addAgent()).token;
  await house.app.listen(0, '127.0.0.1');
  server = house.app.getHttpServer() as Server;
  port = (server.address() as AddressInfo).port;
});
afterAll(() => house.close());

/** Sends the lines as they are over a bare socket and answers all that came back. */
async function raw(...lines: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let said = '';
  socket.on('data', (chunk: Buffer) => (said += chunk.toString()));
  socket.write([...lines, 'Connection: close', '', ''].join('\r\n'));
  await once(socket, 'close');
  return said;
}

test('an expectation that nobody knows is passed over, not answered with an empty body', async () => {
  const answer = await raw('GET /v1/issues HTTP/1.1', 'Host: a', 'Expect: the-unexpected');
  expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  expect(answer).toContain('x-request-id: ');
  expect(answer).toContain('"code":"unauthorized"');
});

test('CONNECT is answered, not only hung up on', async () => {
  const answer = await raw('CONNECT receiver.example:443 HTTP/1.1', 'Host: a');
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('"details":"CONNECT is not taken here; send HTTP/1.1');
});

test('what is not HTTP is told what is wrong with it', async () => {
  const answer = await raw('GET /v1/issues HTTP/1.1', 'Host: a', 'X Y: 1');
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toMatch(/"message":"The request is not valid HTTP","details":"[^"]+"/);
  const long = await raw('GET /v1/issues HTTP/1.1', 'Host: a', `X: ${'x'.repeat(20_000)}`);
  expect(long).toMatch(/^HTTP\/1\.1 431 /);
  expect(long).toContain('"details":"at most 16 KiB, the address included"');
});

test('only the 400 of a creation of an agent has a shape of its own, also where nobody reads the request', async () => {
  const create = (line: string): Promise<string> =>
    raw('POST /v1/agents HTTP/1.1', 'Host: a', line);
  expect(await create('X Y: 1')).toMatch(/^HTTP\/1\.1 400 [^]*\{"error":"[^"]+"\}$/);
  const large = await create(`X: ${'x'.repeat(20_000)}`);
  expect(large).toMatch(/^HTTP\/1\.1 431 [^]*\{"error":\{"code":"bad_request",/);
});

test('who asks by HTTP/1.0 for the connection to be kept is told that it is, of an error, too', async () => {
  const client = connect(port, '127.0.0.1');
  client.write('GET /v1/issues HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\n\r\n');
  const [head] = (await once(client, 'data')) as [Buffer];
  expect(head.toString()).toMatch(/^HTTP\/1\.1 401 [^]*\r\nconnection: keep-alive\r\n/i);
  client.destroy();
});

test('a body that breaks off in the middle is answered in the shape of its path', async () => {
  const socket = connect(port, '127.0.0.1');
  const head = `PUT /v1/events_v2 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${agent}\r\n`;
  const type = 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
  socket.write(`${head}${type}1\r\n{\r\nno size\r\n`);
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 [^]*\{"error":"[^"]+","type":"[^"]+"\}$/);
});

test.each([
  ['no HTTP', 'nonsense\r\n\r\n'],
  ['CONNECT', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n'],
])('who sends %s and then keeps the connection is cut off', async (_, text) => {
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const [socket] = await accepted;
  const cut = once(socket, 'close');
  client.write(text);
  client.resume();
  await cut;
  client.destroy();
});

test('headers that a proxy has made longer are taken from one that is trusted', async () => {
  const behind = await testHouse({
    ...{ imports: [ProbeModule], settings: { trustProxy: ['127.0.0.1'] } },
  });
  await behind.app.listen(0, '127.0.0.1');
  const { port } = behind.app.getHttpServer().address() as AddressInfo;
  const client = connect(port, '127.0.0.1');
  client.end(`GET /v1/issues HTTP/1.1\r\nHost: a\r\nX-A: ${'x'.repeat(16_500)}\r\n\r\n`);
  expect(await text(client)).toMatch(/^HTTP\/1\.1 401 /);
  await behind.close();
});
