import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { Controller, Get, Header, Module, StreamableFile } from '@nestjs/common';
import { testHouse, type TestHouse, withLimits } from '../testing';
import { ProbeModule } from '../testing/probe.module';
import { UserRoute } from './route';

const MIB = 1024 * 1024;
/** Four of them are what one caller may leave unread; none fits into what the kernel takes for a client. */
const LONG = 'x'.repeat(16 * MIB);
/** How many answers in pieces are as much. */
const STREAMS = 16;
let ended = 0;

/** An answer that goes on for as long as it is read, and longer than the kernel takes for a client. */
const inPieces = (): Readable =>
  new Readable({
    read() {
      this.push(LONG.slice(0, MIB));
    },
    destroy(error, done) {
      ended += 1;
      done(error);
    },
  });

@Controller('v1/issues')
class LongController {
  @Get('long')
  @UserRoute('issues:read')
  @Header('content-disposition', 'attachment; filename="long.txt"')
  long(): string {
    return LONG;
  }

  @Get('pieces')
  @UserRoute('issues:read')
  pieces(): StreamableFile {
    return new StreamableFile(inPieces());
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

interface Asked {
  readonly client: Socket;
  readonly accepted: Socket;
  /** The head of the answer, and what came with it. */
  readonly said: string;
}

/** Asks, and reads nothing but the beginning of the answer. */
async function ask(path: string, token: string): Promise<Asked> {
  const connected = once(server(), 'connection') as Promise<[Socket]>;
  const client = connect((server().address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined);
  client.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n\r\n`);
  const [accepted] = await connected;
  const [said] = (await once(client, 'data')) as [Buffer];
  client.pause();
  return { client, accepted, said: said.toString() };
}

async function leave(all: readonly Asked[]): Promise<void> {
  const closed = all.map(({ accepted }) => new Promise((done) => accepted.once('close', done)));
  for (const { client } of all) client.destroy();
  await Promise.all(closed);
}

test('who leaves large answers unread gets no more of them, until he has read them or gone', async () => {
  const token = await house.addToken(['issues:read']);
  const unread: Asked[] = [];
  for (let n = 0; n < 4; n += 1) unread.push(await ask('/v1/issues/long', token));
  for (const { said } of unread) expect(said).toMatch(/^HTTP\/1\.1 200 /);
  const refused = await ask('/v1/issues/long', token);
  expect(refused.said).toMatch(/^HTTP\/1\.1 429 /);
  expect(refused.said).toMatch(/\r\nretry-after: 1\r\n/);
  expect(refused.said).not.toMatch(/content-disposition/);
  expect(refused.said).toContain(
    '"message":"Answers to this token wait to be read, 64 MiB of them"',
  );
  const short = await ask('/v1/issues', token);
  expect(short.said).toMatch(/^HTTP\/1\.1 200 /);
  const other = await ask('/v1/issues/long', await house.addToken(['issues:read']));
  expect(other.said).toMatch(/^HTTP\/1\.1 200 /);
  await leave([...unread, refused, short, other]);
  const again = await ask('/v1/issues/long', token);
  expect(again.said).toMatch(/^HTTP\/1\.1 200 /);
  await leave([again]);
});

test('answers in pieces count as what they keep in memory, and one that is refused is ended', async () => {
  const token = await house.addToken(['issues:read']);
  const unread: Asked[] = [];
  for (let n = 0; n < STREAMS; n += 1) unread.push(await ask('/v1/issues/pieces', token));
  for (const { said } of unread) expect(said).toMatch(/^HTTP\/1\.1 200 /);
  const refused = await ask('/v1/issues/pieces', token);
  expect(refused.said).toMatch(/^HTTP\/1\.1 429 /);
  expect(ended).toBe(1);
  await leave([...unread, refused]);
  const again = await ask('/v1/issues/pieces', token);
  expect(again.said).toMatch(/^HTTP\/1\.1 200 /);
  await leave([again]);
});
