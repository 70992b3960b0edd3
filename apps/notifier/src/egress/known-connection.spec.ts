import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { Agent } from 'undici';
import { EgressGuard } from './egress-guard';
import { Exchange, RESPONSE_BYTES } from './exchange';
import { guardedConnector } from './guarded-connector';
import { hostResolver } from './host-resolver';
import { knownConnections } from './known-connection';

const guard = new EgressGuard({ allowHttp: true, allowCidrs: ['127.0.0.1'] }, hostResolver());
let agent: Agent;
let server: Server;
const sockets = new Set<Socket>();
beforeEach(() => {
  agent = knownConnections(guardedConnector(guard, 1_000), {});
});
afterEach(async () => {
  await agent.destroy();
  for (const socket of sockets) socket.destroy();
  await once(server.close(), 'close');
});

/** Where a server listens that answers this to each request. */
async function answering(text: string): Promise<string> {
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('data', () => socket.write(text));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function asked(origin: string): Exchange {
  const exchange = new Exchange();
  agent.dispatch({ origin, path: '/', method: 'POST', body: '{}' }, exchange);
  return exchange;
}

const moment = (): Promise<void> => new Promise((go) => setTimeout(go, 50));

async function nothingIsKept(): Promise<void> {
  for (let looks = 0; looks < 40 && Object.keys(agent.stats).length > 0; looks += 1) await moment();
  expect(agent.stats).toEqual({});
}

test('of a receiver whose connection was cut for a long answer nothing is kept: there may be any number of receivers', async () => {
  const origin = await answering(`HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(RESPONSE_BYTES)}`);
  await asked(origin).answered;
  await nothingIsKept();
});

test('nor of one that was cut because it did not answer', async () => {
  const exchange = asked(await answering(''));
  await Promise.race([once(server, 'connection'), exchange.answered]);
  await moment();
  exchange.cut();
  await expect(exchange.answered).rejects.toThrow('cut off');
  await nothingIsKept();
});

test('a connection that may be used again is kept', async () => {
  const origin = await answering('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
  await asked(origin).answered;
  await moment();
  expect(agent.stats).toMatchObject({ [origin]: { connected: 1 } });
});
