import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { Unavailable } from '@parapet/contracts';
import { fastify, type FastifyInstance } from 'fastify';
import { answerError } from './answer-error';
import { registerBodyParsers } from './body-parsers';
import { BodyPlace, BodyRoom, shareRoom } from './body-room';

const PATIENT = 60_000;

/** Takes room by name and tells in which order it was given. */
function queue(room: number, patience = PATIENT) {
  const bodies = new BodyRoom(room, patience, PATIENT);
  const order: string[] = [];
  const come = (name: string, bytes: number): (() => void) => {
    const place = new BodyPlace(bodies);
    place.take(bytes, (refusal) => void order.push(refusal ? `no ${name}` : name));
    return () => place.give();
  };
  return { order, come };
}

test('as many are let in as there is room for, and the others in their order', () => {
  const { order, come } = queue(10);
  const first = come('a', 6);
  const second = come('b', 4);
  const gives = [come('c', 5), come('d', 1)];
  expect(order).toEqual(['a', 'b']);
  second();
  second();
  // Who needs little does not overtake who needs much.
  expect(order).toEqual(['a', 'b']);
  first();
  expect(order).toEqual(['a', 'b', 'c', 'd']);
  for (const give of gives) give();
  come('e', 10)();
  expect(order.at(-1)).toBe('e');
});

test('who goes away while it waits takes no room', () => {
  const { order, come } = queue(10);
  const first = come('a', 10);
  come('b', 10)();
  const third = come('c', 10);
  first();
  third();
  come('d', 10)();
  expect(order).toEqual(['a', 'c', 'd']);
});

test('who waits for too long is told to come again, and takes no room either', async () => {
  const bodies = new BodyRoom(10, 5, PATIENT);
  const [first, second, third] = [1, 2, 3].map(() => new BodyPlace(bodies));
  first?.take(10, () => undefined);
  const refusal = await new Promise((told) => second?.take(10, told));
  expect(refusal).toBeInstanceOf(Unavailable);
  first?.give();
  expect(await new Promise((told) => third?.take(10, told))).toBeNull();
});

type Sent = Readonly<Record<string, string>>;

/** A server with room for 1000 bytes, which answers when it is told to. */
async function server({ patience = 5, forbearance = PATIENT } = {}) {
  const instance = fastify();
  registerBodyParsers(instance);
  instance.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  shareRoom(instance, { room: 1_000, patience, forbearance });
  const reading = new EventTarget();
  const config = { media: ['ndjson', 'json'] as const, bodyLimit: 900, gzip: true };
  instance.post('/large', { config }, () => 'x'.repeat(50_000_000));
  instance.post('/', { config }, async () => {
    const answered = once(reading, 'answer');
    reading.dispatchEvent(new Event('read'));
    await answered;
    return {};
  });
  const post = (payload: string | Buffer, headers: Sent = {}) =>
    instance.inject({
      ...{ method: 'POST', url: '/', payload },
      headers: { 'content-type': 'application/x-ndjson', ...headers },
    });
  return {
    instance,
    post,
    read: () => once(reading, 'read'),
    answer: () => reading.dispatchEvent(new Event('answer')),
  };
}

const [LONG, SHORT] = ['x'.repeat(600), 'x'.repeat(300)];

test.each<[string, string, Sent]>([
  ['as long as it says', LONG, {}],
  ['as long as it may be, when it is compressed', SHORT, { 'content-encoding': 'gzip' }],
])('a body of lines waits, unread, for room: %s', async (_, body, headers) => {
  const { post, read, answer } = await server();
  const reading = read();
  const first = post(LONG);
  await reading;
  expect((await post(body, headers)).statusCode).toBe(503);
  answer();
  expect((await first).statusCode).toBe(200);
});

test('what fits is read beside, and other bodies need no room', async () => {
  const { post, read, answer } = await server();
  const answers = [];
  for (const [body, type] of [
    [LONG, 'application/x-ndjson'],
    [SHORT, 'application/x-ndjson'],
    [`"${LONG}"`, 'application/json'],
  ] as const) {
    const reading = read();
    answers.push(post(body, { 'content-type': type }));
    await reading;
  }
  answer();
  expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
});

/** A connection on which the head of a body of lines was sent. */
async function sending(instance: FastifyInstance, path: string, header: string): Promise<Socket> {
  if (!instance.server.listening) await instance.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((instance.server.address() as AddressInfo).port, '127.0.0.1');
  const read = once(instance.server, 'request');
  const type = 'Content-Type: application/x-ndjson';
  socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\n${type}\r\n${header}\r\n\r\n`);
  await read;
  return socket;
}

const CHUNKED = 'Transfer-Encoding: chunked';
const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;

test.each([
  ['a length', 'Content-Length: 900'],
  ['chunks', CHUNKED],
  ['gzip', 'Content-Encoding: gzip\r\nContent-Length: 900'],
])('a body that stalls is sent away where others wait for room: %s', async (_, header) => {
  const { instance, post, read, answer } = await server({ patience: PATIENT, forbearance: 20 });
  const slow = await sending(instance, '/', header);
  slow.write('5\r\n');
  const said = once(slow, 'data');
  const reading = read();
  const other = post(LONG);
  await reading;
  answer();
  expect((await other).statusCode).toBe(200);
  expect(String((await said)[0])).toMatch(/^HTTP\/1.1 503 [^]*retry-after: 1\r\n/);
  slow.destroy();
  await instance.close();
});

test('what comes of a body that was sent away runs out, and the next request is heard', async () => {
  const { instance, post, read, answer } = await server({ patience: PATIENT, forbearance: 20 });
  const slow = await sending(instance, '/', CHUNKED);
  const refused = once(slow, 'data');
  const reading = read();
  const other = post(LONG);
  await Promise.all([refused, reading]);
  slow.write(`${chunk(LONG)}0\r\n\r\nGET /nothing HTTP/1.1\r\nHost: a\r\n\r\n`);
  expect(String((await once(slow, 'data'))[0])).toMatch(/^HTTP\/1.1 404 /);
  answer();
  await other;
  slow.destroy();
  await instance.close();
});

test('a body that comes fast enough is read, however long others wait', async () => {
  const { instance, post, read, answer } = await server({ patience: 200, forbearance: 5 });
  const even = await sending(instance, '/', CHUNKED);
  even.write(chunk(SHORT));
  expect((await post(LONG)).statusCode).toBe(503);
  const reading = read();
  even.write('0\r\n\r\n');
  await reading;
  const said = once(even, 'data');
  answer();
  expect(String((await said)[0])).toMatch(/^HTTP\/1.1 200 /);
  even.destroy();
  await instance.close();
});

test('what is known to be shorter than it might have been leaves the rest of its room to others', async () => {
  const { post, read, answer } = await server();
  const answers = [];
  for (let i = 0; i < 3; i += 1) {
    const reading = read();
    const answered = post(gzipSync('x'.repeat(50)), { 'content-encoding': 'gzip' });
    answers.push(answered);
    await Promise.race([reading, answered]);
  }
  answer();
  expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
});

test('who does not read the answer keeps no room from others', async () => {
  const { instance, post, read, answer } = await server();
  const unread = await sending(instance, '/large', `Content-Length: ${LONG.length}`);
  unread.write(LONG);
  await once(unread, 'readable');
  const reading = read();
  const other = post(LONG);
  await reading;
  answer();
  expect((await other).statusCode).toBe(200);
  unread.destroy();
  await instance.close();
});
