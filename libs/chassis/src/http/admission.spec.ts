import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { testHouse, type TestHouse } from '../testing';
import { ProbeModule } from '../testing/probe.module';
import { testSettings } from '../testing/test-settings';
import { Admission } from './admission';

let house: TestHouse;
let token: string;
beforeEach(async () => {
  const rateLimit = { ...testSettings().rateLimit, on: true };
  house = await testHouse({ imports: [ProbeModule], settings: { rateLimit } });
  ({ token } = await house.addAgent());
});
afterEach(async () => {
  jest.useRealTimers();
  await house.close();
});

async function withoutLimits(): Promise<void> {
  await house.close();
  house = await testHouse({ imports: [ProbeModule] });
  ({ token } = await house.addAgent());
}

const behind = (isBehind: boolean): void => house.app.get(Admission).askOf(() => isBehind);
/** A body that no parser takes. */
const WRONG = '{';
const RIGHT = '{"kind":"connection"}';

const put = (shown = token, payload = WRONG) =>
  house.inject({
    ...{ method: 'PUT', url: '/v1/events_v2', payload },
    headers: { 'content-type': 'application/json', authorization: `Bearer ${shown}` },
  });

/** How many of so many at once are let in. */
async function letIn(count: number): Promise<number> {
  const answers = await Promise.all(Array.from({ length: count }, () => put(token, RIGHT)));
  const statuses = answers.map(({ statusCode }) => statusCode);
  expect(new Set([200, 503, ...statuses]).size).toBe(2);
  return statuses.filter((status) => status === 200).length;
}

test('while too much waits, what would be written is turned away unread, with Retry-After', async () => {
  behind(true);
  const answer = await put();
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '1']);
  expect(answer.json()).toEqual({
    error: 'too much is waiting to be written: send it again in 1 s',
    type: 'Unavailable',
  });
});

test('what waits no longer is taken again at once', async () => {
  behind(true);
  await put();
  behind(false);
  expect((await put()).statusCode).toBe(400);
});

test('while too much waits, nobody is let in without a token, and what is not written is answered', async () => {
  behind(true);
  expect((await put('agent_unknown')).statusCode).toBe(401);
  const headers = { authorization: `Bearer ${house.adminToken}` };
  expect((await house.inject({ url: '/v1/issues', headers })).statusCode).toBe(200);
});

test('no more are in work at once than do good; when one of them is answered the next is let in', async () => {
  await withoutLimits();
  expect(await letIn(760)).toBe(750);
  expect(await letIn(760)).toBe(750);
});

test('while more are away than could be taken at once fewer are in work, and as many as before when they may come back', async () => {
  await withoutLimits();
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  behind(true);
  expect(await letIn(750)).toBe(0);
  behind(false);
  expect(await letIn(750)).toBe(750);
  expect(await letIn(751)).toBe(750);
  expect(await letIn(300)).toBe(256);
  jest.advanceTimersByTime(8_000);
  expect(await letIn(300)).toBe(300);
});

test('the more are turned away, the further apart they are told to come back, though not later than in 8 s', async () => {
  behind(true);
  const told = new Set<number>();
  for (let i = 0; i < 2_000; i += 1) told.add(Number((await put()).headers['retry-after']));
  expect([...told].sort()).toEqual([1, 2, 3]);
});

/** Sends requests one behind the other on one connection. */
async function putTimes(times: number): Promise<string> {
  await house.app.listen(0, '127.0.0.1');
  const { port } = (house.app.getHttpServer() as Server).address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  const head = `PUT /v1/events_v2 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n`;
  const more = `Content-Type: application/json\r\nContent-Length: ${WRONG.length}\r\n`;
  const all = Array.from({ length: times }, (_, i) => {
    const end = i === times - 1 ? 'Connection: close\r\n' : '';
    return `${head}${more}${end}\r\n${WRONG}`;
  });
  socket.write(all.join(''));
  return text(socket);
}

test('who was turned away and does not wait hears it again when that wait is over, and is told a longer one', async () => {
  behind(true);
  const began = performance.now();
  const answers = await putTimes(2);
  expect(performance.now() - began).toBeGreaterThan(990);
  expect([...answers.matchAll(/retry-after: (\d+)/g)].map(([, wait]) => wait)).toEqual(['1', '2']);
});

test('while more are away than could be taken at once, who waited as he was told goes before who was not away, once', () => {
  const admission = new Admission();
  const letsIn = (socket: object = {}): boolean => {
    const request = { raw: { socket }, routeOptions: { config: { queued: true } } };
    const reply = { raw: new EventEmitter() };
    return admission.refusal(request as FastifyRequest, reply as FastifyReply) === null;
  };
  const patient = {};
  admission.askOf(() => true);
  for (const socket of [patient, ...Array.from({ length: 750 }, () => ({}))])
    expect(letsIn(socket)).toBe(false);
  admission.askOf(() => false);
  for (let i = 0; i < 256; i += 1) expect(letsIn()).toBe(true);
  expect(letsIn()).toBe(false);
  expect(letsIn(patient)).toBe(true);
  expect(letsIn(patient)).toBe(false);
});
