import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { buildConnector } from 'undici';
import { EgressGuard } from './egress-guard';
import { failureClass } from './failure-class';
import { guardedConnector } from './guarded-connector';

const CONNECT_MS = 1_000;
/** How much of it is over when the name is found. */
const SLOW_MS = 900;
const sockets: Socket[] = [];
let silent: Server;

beforeAll(async () => {
  silent = createServer((socket) => sockets.push(socket.on('error', () => undefined)));
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await once(silent.close(), 'close');
});

test('what is slow to be found and then says nothing of TLS is given up in the time for one connection, and closed', async () => {
  const resolver = {
    resolve: async () => {
      await wait(SLOW_MS);
      return [{ address: '127.0.0.1', family: 4 }];
    },
  };
  const guard = new EgressGuard({ allowHttp: false, allowCidrs: ['127.0.0.1'] }, resolver);
  const connect = guardedConnector(guard, CONNECT_MS);
  const asked: buildConnector.Options = {
    ...{ hostname: 'silent.example', host: 'silent.example', protocol: 'https:' },
    port: String((silent.address() as AddressInfo).port),
  };
  const began = performance.now();
  const error = await new Promise((resolve) => connect(asked, (...[failed]) => resolve(failed)));
  const lasted = performance.now() - began;
  expect(failureClass(error)).toBe('timeout');
  expect(String(error)).toContain(`${CONNECT_MS} ms`);
  expect(lasted).toBeGreaterThanOrEqual(CONNECT_MS - 5);
  expect(lasted).toBeLessThan(CONNECT_MS + SLOW_MS - 100);
  const [socket] = sockets;
  if (!socket) throw new Error('nobody connected');
  if (!socket.closed) await once(socket.resume(), 'close');
});
