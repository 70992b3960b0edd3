import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as others } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { Authenticator, type UserCaller } from '@parapet/chassis';
import { testHouse, type TestHouse } from '@parapet/chassis/testing';
import { randomId, type TokenRevoked, Unavailable } from '@parapet/contracts';
import { GenerationsInMemory } from '@parapet/readmodel/testing';
import { DetectionModule } from '../detection.module';
import { ISSUES } from '../issue/issue.collection';
import { occurred } from '../testing/facts';

/** More than fit into two chunks. */
const MANY = 300;
const PATH = '/v1/issues/export';
let house: TestHouse;
let store: GenerationsInMemory;
beforeAll(async () => {
  jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
  store = await GenerationsInMemory.open();
  house = await testHouse({ imports: [DetectionModule], documents: store });
  for (let n = 0; n < MANY; n += 1) await addIssue(`issue_${n}`);
  await house.settled();
  await house.app.listen(0, '127.0.0.1');
});
afterAll(() => house.close());
afterEach(() => jest.restoreAllMocks());

const addIssue = (issue_id: string): Promise<void> =>
  house.append('issues', issue_id, occurred('IssueCreated', { [issue_id]: 1 }, { issue_id }));

const server = (): Server => house.app.getHttpServer() as Server;
const port = (): number => (server().address() as AddressInfo).port;
const authorization = (): string => `Bearer ${house.adminToken}`;
const downloadBy = (authorization: string): Promise<Response> =>
  fetch(`http://127.0.0.1:${port()}${PATH}`, { headers: { authorization } });
const download = (): Promise<Response> => downloadBy(authorization());

/** Before each chunk but the first something happens; then it is read as always. */
function betweenChunks(happens: () => void | Promise<void>): void {
  const read = store.page.bind(store);
  let chunks = 0;
  jest.spyOn(store, 'page').mockImplementation(async (...asked) => {
    if ((chunks += 1) > 1) await happens();
    return read(...asked);
  });
}

const revoked = (data: TokenRevoked['data']): TokenRevoked => ({
  ...{ id: randomId('event'), type: 'TokenRevoked', schema: 1, data },
  ...{ time: '2026-03-03T10:00:00.000Z', actor: 'test', cause: null },
});

test('a store that goes away before the first issue is an error', async () => {
  jest.spyOn(store, 'page').mockRejectedValue(new Unavailable('The store is away', 3));
  const answer = await download();
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '3']);
});

test('a store that goes away in the middle breaks the connection: what came does not look whole', async () => {
  betweenChunks(() => {
    throw new Unavailable('The store is away');
  });
  const answer = await download();
  expect(answer.status).toBe(200);
  await expect(answer.text()).rejects.toThrow('terminated');
});

test('a token that is revoked in the middle of a download gets no more of it, and no end that looks like one', async () => {
  const token = await house.addToken(['issues:read']);
  const authenticator = house.app.get(Authenticator);
  await authenticator.caughtUp('user');
  const caller = authenticator.find(token, 'user') as UserCaller;
  const data = { token_id: caller.tokenId, version: 2 };
  betweenChunks(async () => {
    await house.append('tokens', data.token_id, revoked(data));
    await authenticator.caughtUp('user');
  });
  const answer = await downloadBy(`Bearer ${token}`);
  expect(answer.status).toBe(200);
  await expect(answer.text()).rejects.toThrow('terminated');
});

test('and not in HTTP/1.0 either, where an answer ends with its connection', async () => {
  const client = connect(port(), '127.0.0.1').setEncoding('latin1');
  const head = `GET ${PATH} HTTP/1.0\r\nAuthorization: ${authorization()}\r\n\r\n`;
  client.write(head);
  expect(await text(client)).toContain('"id":"issue_0"');
  betweenChunks(() => {
    throw new Unavailable('The store is away');
  });
  const again = connect(port(), '127.0.0.1').setEncoding('latin1');
  again.write(head);
  await expect(text(again)).rejects.toThrow('ECONNRESET');
});

test('a download may take longer than a handler', async () => {
  jest.useFakeTimers({
    advanceTimers: true,
    doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'],
  });
  betweenChunks(() => jest.advanceTimersByTime(60_000));
  const { body } = await house.inject({ url: PATH, headers: { authorization: authorization() } });
  jest.useRealTimers();
  expect(body.split('\n')).toHaveLength(MANY + 1);
});

/** A client that asks for an export without an end, and does not read it. */
async function askAndWait(): Promise<{ readonly client: Socket; readonly accepted: Socket }> {
  const connected = once(server(), 'connection') as Promise<[Socket]>;
  const client = connect(port(), '127.0.0.1').pause();
  const [accepted] = await connected;
  const head = ['GET /v1/issues/export HTTP/1.1', 'Host: a', `Authorization: ${authorization()}`];
  client.write(`${head.join('\r\n')}\r\n\r\n`);
  return { client, accepted };
}

/** As long as whoever goes on meanwhile would have gone far. */
async function meanwhile(): Promise<void> {
  for (let turn = 0; turn < 1_000; turn += 1) await others();
}

test('nothing is read for a client that does not read, and nothing more for one that has gone', async () => {
  const issue = await store.get(ISSUES, 'issue_1');
  if (!issue) throw new Error('there is no issue');
  const large = { ...issue, title: 'x'.repeat(8192) };
  const page = jest
    .spyOn(store, 'page')
    .mockResolvedValue(Array.from({ length: 128 }, () => large));
  const { client, accepted } = await askAndWait();
  while (!accepted.writableNeedDrain) await others();
  await meanwhile();
  const read = page.mock.calls.length;
  await meanwhile();
  expect(page.mock.calls.length).toBe(read);
  client.destroy();
  while (!accepted.destroyed) await others();
  await meanwhile();
  expect(page.mock.calls.length).toBeLessThanOrEqual(read + 1);
});

test('a token has four downloads open at a time: one more is 429, until one has ended or its client has gone', async () => {
  const { promise: gate, resolve: goOn } = Promise.withResolvers<void>();
  const read = store.page.bind(store);
  jest.spyOn(store, 'page').mockImplementation(async (collection, query) => {
    if (query.after) await gate;
    return read(collection, query);
  });
  const open = await Promise.all([1, 2, 3, 4].map(download));
  expect(open.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const refused = await download();
  expect([refused.status, await refused.json()]).toEqual([
    429,
    {
      error: {
        code: 'rate_limited',
        message: 'More than 4 downloads are open with this token',
        details: 'end some before you ask for more',
      },
    },
  ]);
  await open.pop()?.body?.cancel();
  goOn();
  await Promise.all(open.map((one) => one.text()));
  expect((await Promise.all([1, 2, 3, 4].map(download))).map(({ status }) => status)).toEqual([
    ...[200, 200, 200, 200],
  ]);
});

test('a client that has gone before its first issue was read keeps no place', async () => {
  const read = store.page.bind(store);
  for (let nth = 0; nth < 5; nth += 1) {
    const [came, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const page = jest.spyOn(store, 'page').mockImplementationOnce(async (...asked) => {
      came.resolve();
      await gate.promise;
      return read(...asked);
    });
    const { client, accepted } = await askAndWait();
    await came.promise;
    client.destroy();
    while (!accepted.destroyed) await others();
    gate.resolve();
    await meanwhile();
    page.mockRestore();
  }
  expect((await download()).status).toBe(200);
});

test('documents that others take the place of in the middle break it as well', async () => {
  const shadow = await store.generations.shadow();
  betweenChunks(() => store.generations.adopt(shadow, () => Promise.resolve()));
  await expect((await download()).text()).rejects.toThrow('terminated');
});
