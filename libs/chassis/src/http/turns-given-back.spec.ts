import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { Controller, Get, Module } from '@nestjs/common';
import { testHouse, type TestHouse, withLimits } from '../testing';
import { ProbeModule } from '../testing/probe.module';
import { UserRoute } from './route';

/** Ends what is looked for, in the order in which it was begun. */
const ends: (() => void)[] = [];
let begun = (): void => undefined;

@Controller('v1/issues')
class LongController {
  @Get('long')
  @UserRoute('issues:read')
  look(): Promise<object> {
    const { promise, resolve } = Promise.withResolvers<object>();
    ends.push(() => resolve({}));
    begun();
    return promise;
  }
}

@Module({ imports: [ProbeModule], controllers: [LongController] })
class LongModule {}

let house: TestHouse;
beforeAll(async () => {
  house = await testHouse({ imports: [LongModule], settings: withLimits() });
  await house.app.listen(0, '127.0.0.1');
});
afterAll(() => house.close());

const server = (): Server => house.app.getHttpServer() as Server;

function send(bytes: string): Socket {
  const socket = connect((server().address() as AddressInfo).port, '127.0.0.1');
  socket.write(bytes);
  return socket.on('error', () => undefined);
}

const post = (token: string, length: number): string =>
  `POST /v1/tokens HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n` +
  `Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
const BODY = '{"name":"n"}';

test('clients that go away in the middle of their bodies, or before their turn, leave none taken', async () => {
  const token = house.adminToken;
  const gone: Promise<unknown>[] = [];
  const unfinished: Socket[] = [];
  for (let i = 0; i < 20; i += 1) {
    const accepted = once(server(), 'connection') as Promise<[Socket]>;
    unfinished.push(send(`${post(token, 100)}{`));
    const [socket] = await accepted;
    gone.push(once(socket, 'close'));
  }
  const waiting = send(post(token, BODY.length) + BODY);
  const other = await house.addToken(['tokens:write']);
  expect(await text(send(post(other, BODY.length) + BODY))).toMatch(/^HTTP\/1\.1 201 /);
  for (const socket of unfinished) socket.destroy();
  await Promise.all(gone);
  expect(await text(waiting)).toMatch(/^HTTP\/1\.1 201 /);
  expect(await text(send(post(token, BODY.length) + BODY))).toMatch(/^HTTP\/1\.1 201 /);
});

test('clients that go away do not begin more than their turns while what they asked for goes on', async () => {
  const ask = `GET /v1/issues/long HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${house.adminToken}\r\nConnection: close\r\n\r\n`;
  for (let i = 1; i <= 4; i += 1) {
    const accepted = once(server(), 'connection') as Promise<[Socket]>;
    const working = new Promise<void>((done) => (begun = done));
    const client = send(ask);
    const [socket] = await accepted;
    await working;
    client.destroy();
    await once(socket, 'close');
  }
  const came = once(server(), 'request');
  const fifth = text(send(ask));
  await came;
  expect(
    await text(send(post(await house.addToken(['tokens:write']), BODY.length) + BODY)),
  ).toMatch(/^HTTP\/1\.1 201 /);
  expect(ends).toHaveLength(4);
  const working = new Promise<void>((done) => (begun = done));
  ends[2]?.();
  await working;
  for (const end of ends) end();
  expect(await fifth).toMatch(/^HTTP\/1\.1 200 /);
});
