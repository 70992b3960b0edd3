import { type IncomingMessage, request } from 'node:http';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { testHouse, type TestHouse } from '../testing';
import { ProbeModule } from '../testing/probe.module';

let house: TestHouse;
let port: number;
beforeAll(async () => {
  house = await testHouse({ imports: [ProbeModule] });
  await house.app.listen(0, '127.0.0.1');
  port = (house.app.getHttpServer().address() as AddressInfo).port;
});
afterAll(() => house.close());

const MIB = 1024 * 1024;

test.each([
  ['announced', 4, { 'content-length': 4 * MIB }],
  ['larger than any route takes', 9, { 'content-length': 9 * MIB }],
  ['of unknown length', 4, { 'transfer-encoding': 'chunked' }],
])('whoever is still sending a body that is too large (%s) hears why', async (_, size, length) => {
  for (let i = 0; i < 10; i += 1) {
    const headers = {
      ...{ authorization: `Bearer ${house.adminToken}`, 'content-type': 'application/json' },
      ...length,
    };
    const sending = request({
      host: '127.0.0.1',
      port,
      path: '/v1/tokens',
      method: 'POST',
      headers,
    });
    const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
    for (let sent = 0; sent < size * MIB; sent += MIB / 4)
      sending.write(Buffer.alloc(MIB / 4, ' '));
    sending.end();
    const [answer] = await answered;
    expect([answer.statusCode, await text(answer)]).toEqual([
      413,
      expect.stringContaining('payload_too_large'),
    ]);
  }
});

test('a body that is beyond all measure is not heard out', async () => {
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `POST /v1/tokens HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${house.adminToken}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${17 * MIB}\r\n\r\n{`,
  );
  expect(await text(socket)).toMatch(/^HTTP\/1.1 413 [^]*connection: close/i);
});
