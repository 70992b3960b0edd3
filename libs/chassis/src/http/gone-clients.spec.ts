import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Controller, Module, Post } from '@nestjs/common';
import { Limits } from '../limit/limits';
import { testHouse, type TestHouse } from '../testing';
import { ProbeModule } from '../testing/probe.module';
import { AgentRoute } from './route';

@Controller('v1/events_v2/batch')
class LinesController {
  @Post()
  @AgentRoute({ media: ['ndjson'] })
  take(): object {
    return {};
  }
}

@Module({ imports: [ProbeModule], controllers: [LinesController] })
class LinesModule {}

let house: TestHouse;
let authorization: string;
beforeEach(async () => {
  house = await testHouse({ imports: [LinesModule] });
  authorization = `Bearer ${(await house.addAgent()).token}`;
  await house.app.listen(0, '127.0.0.1');
});
afterEach(() => house.close());

interface Sent {
  readonly method: 'POST' | 'PUT';
  readonly url: string;
  readonly type: string;
  readonly payload: string;
}

const OBSERVATION: Sent = {
  ...{ method: 'PUT', url: '/v1/events_v2', type: 'application/json' },
  payload: '{"kind":"connection"}',
};
const LINES: Sent = {
  ...{ method: 'POST', url: '/v1/events_v2/batch', type: 'application/x-ndjson' },
  payload: '{}\n',
};

async function statusOf({ method, url, type, payload }: Sent): Promise<number> {
  const headers = { 'content-type': type, authorization };
  return (await house.inject({ method, url, payload, headers })).statusCode;
}

/** The request on a connection; how long its body is it does not say. */
const written = ({ method, url, type, payload }: Sent): string =>
  `${method} ${url} HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\nContent-Type: ${type}\r\n` +
  `Transfer-Encoding: chunked\r\n\r\n${payload.length.toString(16)}\r\n${payload}\r\n0\r\n\r\n`;

/** Resolves when so many requests have been read. */
const read = (server: Server, requests: number): Promise<void> =>
  new Promise((done) => {
    let left = requests;
    server.on('request', () => void ((left -= 1) === 0 && done()));
  });

/** Clients that send so many requests and go away while the counters of their limits are asked, which replicas share. */
async function comeAndGo(connections: number, request: Sent, requests: number): Promise<void> {
  const server = house.app.getHttpServer() as Server;
  const { promise: asked, resolve: answer } = Promise.withResolvers<[]>();
  const asking = jest.spyOn(house.app.get(Limits), 'ofCaller').mockReturnValue(asked);
  const ends: Promise<unknown>[] = [];
  server.on('connection', (socket: Socket) => void ends.push(once(socket, 'close')));
  const all = read(server, connections * requests);
  const { port } = server.address() as AddressInfo;
  const clients = Array.from({ length: connections }, () => connect(port, '127.0.0.1'));
  for (const client of clients) client.write(written(request).repeat(requests));
  await all;
  for (const client of clients) client.destroy();
  await Promise.all(ends);
  asking.mockRestore();
  answer([]);
}

test('observations of clients that go away while their limit is asked for are not counted as in work', async () => {
  await comeAndGo(47, OBSERVATION, 16);
  expect(await statusOf(OBSERVATION)).toBe(200);
});

test('lines of clients that go away while their limit is asked for take no room', async () => {
  await comeAndGo(8, LINES, 1);
  expect(await statusOf(LINES)).toBe(201);
});
