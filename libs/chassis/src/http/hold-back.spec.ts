import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { testHouse, type TestHouse } from '../testing';
import { ProbeModule } from '../testing/probe.module';
import { testSettings } from '../testing/test-settings';

let house: TestHouse;
afterEach(() => house.close());

interface Kept {
  readonly limited?: boolean;
  /** Refused tokens before an address is told to wait. */
  readonly refused?: number;
  readonly trustProxy?: readonly string[];
}
async function open({ limited = true, refused = 1_000, trustProxy = [] }: Kept): Promise<void> {
  const window = { limit: refused, windowMs: 3_600_000 };
  const rateLimit = { ...testSettings().rateLimit, on: limited, refused: window };
  house = await testHouse({ imports: [ProbeModule], settings: { rateLimit, trustProxy } });
  await house.app.listen(0, '127.0.0.1');
}

/** Asks so often over one connection, each time for the same; resolves with the milliseconds that it took. */
async function ask(times: number, more = ''): Promise<number> {
  const { port } = (house.app.getHttpServer() as Server).address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  const request = `GET /v1/issues HTTP/1.1\r\nHost: a\r\n${more}`;
  socket.write(`${request}\r\n`.repeat(times - 1) + `${request}Connection: close\r\n\r\n`);
  const began = performance.now();
  expect((await text(socket)).match(/HTTP\/1\.1 /g)).toHaveLength(times);
  return performance.now() - began;
}

test('who goes on although told to wait is kept waiting from the fifth time on', async () => {
  await open({ refused: 1 });
  expect(await ask(6)).toBeGreaterThan(990);
});

test('who gets nothing but refusals over a connection is kept waiting behind a hundred of them', async () => {
  await open({});
  // As many, each kept waiting, would take more than a minute and a half.
  expect(await ask(100)).toBeLessThan(45_000);
  expect(await ask(101)).toBeGreaterThan(990);
});

test('one right request makes good for those before', async () => {
  await open({ refused: 1 });
  const { port } = (house.app.getHttpServer() as Server).address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  const [bad, good] = ['', `Authorization: Bearer ${house.adminToken}\r\n`].map(
    (more) => `GET /v1/issues HTTP/1.1\r\nHost: a\r\n${more}`,
  );
  const bytes = [...Array<string | undefined>(5).fill(bad), good, bad, bad, bad, bad];
  socket.write(`${bytes.join('\r\n')}\r\n${good}Connection: close\r\n\r\n`);
  const statuses = [...(await text(socket)).matchAll(/HTTP\/1\.1 (\d+)/g)].map(
    ([, status]) => status,
  );
  const over = ['429', '429', '429', '429'];
  expect(statuses).toEqual(['401', ...over, '200', ...over, '200']);
});

test.each<[string, () => Promise<void>, string]>([
  ['nothing is limited', () => open({ limited: false, refused: 1 }), ''],
  [
    'others come on the same connection',
    () => open({ refused: 1, trustProxy: ['127.0.0.1'] }),
    'X-Forwarded-For: 192.0.2.1\r\n',
  ],
])('nobody is kept waiting where %s', async (_, opened, more) => {
  await opened();
  // Twenty would take a quarter of a minute.
  expect(await ask(20, more)).toBeLessThan(10_000);
});
