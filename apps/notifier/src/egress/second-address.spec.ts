import { once } from 'node:events';
import { connect as connectTo, createServer, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import type { buildConnector } from 'undici';
import { EgressGuard } from './egress-guard';
import { guardedConnector } from './guarded-connector';

/** A receiver that takes no connection until it is told to: with two that wait the kernel drops who else comes, who asks again after 1 s. */
const BUSY = `
  const { parentPort, workerData: gate } = require('node:worker_threads');
  const server = require('node:net').createServer((socket) => socket.on('error', () => undefined));
  server.listen(0, '127.0.0.1', 1, () => {
    parentPort.postMessage(server.address().port);
    Atomics.wait(gate, 0, 0);
  });
`;
const gate = new Int32Array(new SharedArrayBuffer(4));
const waiting: Socket[] = [];
let busy: Worker;
let port: number;

function open(): void {
  Atomics.store(gate, 0, 1);
  Atomics.notify(gate, 0);
}

beforeAll(async () => {
  busy = new Worker(BUSY, { eval: true, workerData: gate });
  [port] = (await once(busy, 'message')) as [number];
  for (let n = 0; n < 2; n += 1) {
    const socket = connectTo(port, '127.0.0.1').on('error', () => undefined);
    waiting.push(socket);
    await once(socket, 'connect');
  }
});
afterAll(async () => {
  open();
  for (const socket of waiting) socket.destroy();
  await busy.terminate();
});

/** Connects to a name with two addresses, the first of which takes no connection before the gate is open. */
function connected(resolved: () => void): Promise<Socket> {
  const resolver = {
    resolve: () => {
      resolved();
      return Promise.resolve(['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 })));
    },
  };
  const guard = new EgressGuard({ allowHttp: true, allowCidrs: ['127.0.0.0/8'] }, resolver);
  const asked: buildConnector.Options = {
    ...{ hostname: 'busy.example', host: 'busy.example', protocol: 'http:', port: String(port) },
  };
  return new Promise<Socket>((resolve, reject) =>
    guardedConnector(guard, 5_000)(asked, (...[error, socket]) =>
      error ? reject(error) : resolve(socket),
    ),
  );
}

test('where nothing is heard of one address of a name there is time for the next', async () => {
  const other = createServer().listen(port, '127.0.0.2');
  await once(other, 'listening');
  const socket = await connected(() => undefined);
  expect(socket.remoteAddress).toBe('127.0.0.2');
  socket.destroy();
  await once(other.close(), 'close');
});

test('a receiver that is slow to connect is reached, although nobody is there at another address of its name', async () => {
  const socket = await connected(() => setImmediate(() => setImmediate(open)));
  expect(socket.remoteAddress).toBe('127.0.0.1');
  socket.destroy();
});
