import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { Unavailable } from '@parapet/contracts';
import { Limits } from '../limit/limits';
import { testHouse, type TestHouse } from '../testing';
import { ProbeModule } from '../testing/probe.module';
import { withLimits } from '../testing/test-settings';

const HOUR = 3_600_000;

let house: TestHouse;
let port: number;
beforeEach(async () => {
  const address = { limit: 3, windowMs: HOUR };
  house = await testHouse({
    imports: [ProbeModule],
    settings: withLimits({ address }),
  });
  await house.app.listen(0, '127.0.0.1');
  port = (house.app.getHttpServer().address() as AddressInfo).port;
});
afterEach(() => house.close());

/** Sends what is no HTTP and answers what came back. */
async function broken(target = '/v1/issues'): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let said = '';
  socket.on('data', (chunk: Buffer) => (said += chunk.toString()));
  socket.write(`GET ${target} HTTP/1.1\r\nHost: a\r\nX Y: 1\r\n\r\n`);
  await once(socket, 'close');
  return said;
}

const left = (said: string): number => Number(/^x-ratelimit-remaining: (\d+)\r$/m.exec(said)?.[1]);

test('what is not HTTP counts for its address, and is told where that stands', async () => {
  const first = await broken();
  expect(first).toMatch(/^HTTP\/1\.1 400 /);
  expect(first).toMatch(/^x-ratelimit-limit: 3\r$/m);
  expect(first).toMatch(/^x-ratelimit-reset: \d+\r$/m);
  expect(left(first)).toBe(2);
  expect(left(await broken())).toBe(1);
});

test('who sends too much that is not HTTP is told to wait, in the shape of the path', async () => {
  for (let i = 0; i < 3; i += 1) await broken();
  const over = await broken();
  expect(over).toMatch(/^HTTP\/1\.1 429 [^]*\r\nretry-after: \d+\r\n[^]*"code":"rate_limited"/);
  expect(await broken('/v1/events_v2')).toMatch(/^HTTP\/1\.1 429 [^]*"type":"RateLimited"/);
});

test.each([
  ['by its length', 'Content-Length: 9\r\n\r\n{}'],
  ['in chunks', 'Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n'],
])('who ends what it sends in the middle of a body %s is told what is missing', async (_, rest) => {
  const client = connect(port, '127.0.0.1');
  const head = [
    'POST /v1/policies HTTP/1.1',
    'Host: a',
    `Authorization: Bearer ${house.adminToken}`,
  ];
  client.end(`${head.join('\r\n')}\r\nContent-Type: application/json\r\n${rest}`);
  const said = await text(client);
  expect(said).toMatch(/^HTTP\/1\.1 400 [^]*"The connection ended before the body did"/);
  expect(said).toContain('send as many bytes as Content-Length says, or the last chunk');
});

test('it is refused all the same when nobody can count', async () => {
  const away = new Unavailable('counters are away');
  jest.spyOn(house.app.get(Limits), 'ofAddress').mockReturnValue(Promise.reject(away));
  expect(await broken()).toMatch(/^HTTP\/1\.1 400 [^]*"details":"[^"]+"/);
});
