import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
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
afterEach(() => house.close());

const behind = (isBehind: boolean): void => house.app.get(Admission).askOf(() => isBehind);
/** A body that no parser takes. */
const WRONG = '{';

const put = (shown = token) =>
  house.inject({
    ...{ method: 'PUT', url: '/v1/events_v2', payload: WRONG },
    headers: { 'content-type': 'application/json', authorization: `Bearer ${shown}` },
  });

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
  await house.close();
  house = await testHouse({ imports: [ProbeModule] });
  ({ token } = await house.addAgent());
  const many = async (): Promise<readonly number[]> =>
    (await Promise.all(Array.from({ length: 760 }, () => put()))).map((a) => a.statusCode);
  const statuses = await many();
  expect(statuses.filter((status) => status === 400)).toHaveLength(750);
  expect(statuses.filter((status) => status === 503)).toHaveLength(10);
  expect((await many()).filter((status) => status === 400)).toHaveLength(750);
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
