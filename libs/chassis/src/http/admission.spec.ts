import { EventEmitter, once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { testHouse, type TestHouse } from '../testing';
import { ProbeModule } from '../testing/probe.module';
import { withLimits } from '../testing/test-settings';
import { Admission } from './admission';

let house: TestHouse;
let token: string;
beforeEach(async () => {
  house = await testHouse({ imports: [ProbeModule], settings: withLimits() });
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

/** One that comes with its whole body. @returns what ends it; null when it is turned away */
function comes(admission: Admission, socket: object = {}): (() => void) | null {
  const request = { raw: { socket } } as FastifyRequest;
  const raw = new EventEmitter();
  if (admission.refusal(request) || admission.begin(request, { raw } as FastifyReply)) return null;
  return () => void raw.emit('close');
}

/** How many of so many at once are let in. */
function letIn(count: number, admission: Admission): number {
  const ends = Array.from({ length: count }, () => comes(admission)).filter((end) => end !== null);
  for (const end of ends) end();
  return ends.length;
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

test('no more are in work at once than do good; when one of them is answered the next is let in', () => {
  const admission = new Admission();
  expect([letIn(760, admission), letIn(760, admission)]).toEqual([750, 750]);
});

test('while more are away than could be taken at once fewer are in work, and as many as before when they may come back', () => {
  jest.useFakeTimers();
  const admission = new Admission();
  admission.askOf(() => true);
  expect(letIn(750, admission)).toBe(0);
  admission.askOf(() => false);
  expect(letIn(750, admission)).toBe(750);
  expect(letIn(751, admission)).toBe(750);
  expect(letIn(300, admission)).toBe(256);
  jest.advanceTimersByTime(8_000);
  expect(letIn(300, admission)).toBe(300);
});

test('the more are turned away, the further apart they are told to come back, though not later than in 8 s', async () => {
  behind(true);
  const told = new Set<number>();
  for (let i = 0; i < 2_000; i += 1) told.add(Number((await put()).headers['retry-after']));
  expect([...told].sort()).toEqual([1, 2, 3]);
});

test('requests are in work when their bodies have come, not before, and are turned away then where others were faster', async () => {
  await withoutLimits();
  const port = await listening();
  const server = house.app.getHttpServer() as Server;
  const read = Promise.withResolvers<void>();
  let heads = 0;
  server.on('request', () => (heads += 1) === 760 && read.resolve());
  const sockets = Array.from({ length: 760 }, () => connect(port, '127.0.0.1'));
  for (const socket of sockets) socket.write(`${headOf(RIGHT)}\r\n`);
  await read.promise;
  expect((await put(token, RIGHT)).statusCode).toBe(200);
  // Others have come meanwhile.
  for (let i = 0; i < 750; i += 1) comes(house.app.get(Admission));
  const [first] = sockets;
  first?.write(RIGHT);
  expect(String(first && (await once(first, 'data')))).toMatch(/^HTTP\/1.1 503 /);
  for (const socket of sockets) socket.destroy();
});

async function listening(): Promise<number> {
  await house.app.listen(0, '127.0.0.1');
  return ((house.app.getHttpServer() as Server).address() as AddressInfo).port;
}

const headOf = (body: string): string =>
  `PUT /v1/events_v2 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n` +
  `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;

/** Sends requests one behind the other on one connection. */
async function putTimes(times: number): Promise<string> {
  const socket = connect(await listening(), '127.0.0.1');
  const all = Array.from({ length: times }, (_, i) => {
    const end = i === times - 1 ? 'Connection: close\r\n' : '';
    return `${headOf(WRONG)}${end}\r\n${WRONG}`;
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
  const patient = {};
  admission.askOf(() => true);
  for (const socket of [patient, ...Array.from({ length: 750 }, () => ({}))])
    expect(comes(admission, socket)).toBeNull();
  admission.askOf(() => false);
  for (let i = 0; i < 256; i += 1) expect(comes(admission)).not.toBeNull();
  expect(comes(admission)).toBeNull();
  expect(comes(admission, patient)).not.toBeNull();
  expect(comes(admission, patient)).toBeNull();
});
