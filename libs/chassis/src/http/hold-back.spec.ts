import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { testHouse, type TestHouse } from '../testing';
import { ProbeModule } from '../testing/probe.module';

let house: TestHouse;
afterEach(() => house.close());

const open = async (slowRefusals: boolean, trustProxy: readonly string[] = []): Promise<void> => {
  house = await testHouse({
    imports: [ProbeModule],
    settings: { slowRefusals, trustProxy },
  });
  await house.app.listen(0, '127.0.0.1');
};

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

test('who gets nothing but refusals over a connection is kept waiting from the fifth on', async () => {
  await open(true);
  expect(await ask(5)).toBeGreaterThan(990);
});

test('one right request makes good for those before', async () => {
  await open(true);
  const { port } = (house.app.getHttpServer() as Server).address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  const [bad, good] = ['', `Authorization: Bearer ${house.adminToken}\r\n`].map(
    (more) => `GET /v1/issues HTTP/1.1\r\nHost: a\r\n${more}`,
  );
  const bytes = [...Array<string | undefined>(4).fill(bad), good, bad, bad, bad];
  socket.write(`${bytes.join('\r\n')}\r\n${good}Connection: close\r\n\r\n`);
  const statuses = [...(await text(socket)).matchAll(/HTTP\/1\.1 (\d+)/g)].map(
    ([, status]) => status,
  );
  expect(statuses).toEqual(['401', '401', '401', '401', '200', '401', '401', '401', '200']);
});

test.each<[string, () => Promise<void>, string]>([
  ['it is off', () => open(false), ''],
  [
    'others come on the same connection',
    () => open(true, ['127.0.0.1']),
    'X-Forwarded-For: 192.0.2.1\r\n',
  ],
])('nobody is kept waiting where %s', async (_, opened, more) => {
  await opened();
  // Twenty would take a quarter of a minute.
  expect(await ask(20, more)).toBeLessThan(10_000);
});
