import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Unavailable } from '@parapet/contracts';
import { fastify } from 'fastify';
import { answerError } from './answer-error';
import { registerBodyParsers } from './body-parsers';
import { BodyRoom, shareRoom } from './body-room';

const PATIENT = 60_000;

/** Takes room by name and tells in which order it was given. */
function queue(room: number, patience = PATIENT) {
  const bodies = new BodyRoom(room, patience);
  const order: string[] = [];
  const come = (name: string, bytes: number): (() => void) =>
    bodies.take(bytes, (refusal) => void order.push(refusal ? `no ${name}` : name));
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
  const bodies = new BodyRoom(10, 5);
  const first = bodies.take(10, () => undefined);
  const told = new EventTarget();
  let refusal: Unavailable | null = null;
  bodies.take(10, (why) => {
    refusal = why;
    told.dispatchEvent(new Event('told'));
  });
  await once(told, 'told');
  expect(refusal).toBeInstanceOf(Unavailable);
  first();
  let after: Unavailable | null | undefined;
  bodies.take(10, (why) => (after = why))();
  expect(after).toBeNull();
});

type Sent = Readonly<Record<string, string>>;

/** A server with room for 1000 bytes, which answers when it is told to. */
async function server() {
  const instance = fastify();
  registerBodyParsers(instance);
  instance.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  shareRoom(instance, { room: 1_000, patience: 5 });
  const reading = new EventTarget();
  const config = { media: ['ndjson', 'json'] as const, bodyLimit: 900, gzip: true };
  instance.post('/large', { config }, () => 'x'.repeat(50_000_000));
  instance.post('/', { config }, async () => {
    const answered = once(reading, 'answer');
    reading.dispatchEvent(new Event('read'));
    await answered;
    return {};
  });
  const post = (payload: string, headers: Sent = {}) =>
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

test('who does not read the answer keeps no room from others', async () => {
  const { instance, post, read, answer } = await server();
  await instance.listen({ port: 0, host: '127.0.0.1' });
  const unread = connect((instance.server.address() as AddressInfo).port, '127.0.0.1');
  unread.write(
    'POST /large HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-ndjson\r\n' +
      `Content-Length: ${LONG.length}\r\n\r\n${LONG}`,
  );
  await once(unread, 'readable');
  const reading = read();
  const other = post(LONG);
  await reading;
  answer();
  expect((await other).statusCode).toBe(200);
  unread.destroy();
  await instance.close();
});
