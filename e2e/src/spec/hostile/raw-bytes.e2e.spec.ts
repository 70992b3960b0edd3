import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { connection, newAgent, record } from '../../house/actors';
import { type House, openHouse } from '../../house/house';
import { message, openSocket } from '../../house/wire';
import { mutated } from './mutations';

/** How long a client waits for an answer before it hangs up (ms). */
const MOMENT_MS = 400;
/** Who has hung up and is held longer than this is held for ever (ms). */
const PATIENCE_MS = 20_000;

let house: House;
beforeAll(async () => {
  house = await openHouse();
});

/** Sends bytes, waits a moment for an answer and hangs up; the statuses of all answers, when the house has closed. */
async function statusesOf(bytes: Buffer): Promise<readonly number[]> {
  const socket = openSocket(house);
  const closed = once(socket, 'close', { signal: AbortSignal.timeout(PATIENCE_MS) });
  let said = '';
  const answered = new Promise<void>((done) => {
    socket.on('data', (chunk: Buffer) => {
      said += chunk.toString('latin1');
      done();
    });
  });
  socket.write(bytes);
  await Promise.race([answered, closed, pause(MOMENT_MS)]);
  socket.end();
  await closed;
  return [...said.matchAll(/HTTP\/1\.1 (\d{3}) [A-Z]/g)].map(([, status]) => Number(status));
}

test('no bytes that are almost HTTP are a 5xx, or keep the connection, or harm who comes next', async () => {
  const agent = await newAgent(house.admin);
  const body = JSON.stringify(connection('raw-bytes.example.com'));
  const yaml = 'name: raw bytes\ntype: allow\nrules:\n  - pattern: "raw-bytes.example.com"\n';
  const user = ['Host: a', `Authorization: Bearer ${house.adminToken}`];
  const put = [
    ...['PUT /v1/events_v2 HTTP/1.1', 'Host: a', `Authorization: Bearer ${agent.token}`],
    'Content-Type: application/json',
  ];
  const chunks = `${body.slice(0, 20)}\r\n${(body.length - 20).toString(16)}\r\n${body.slice(20)}`;
  const event = message([...put, `Content-Length: ${body.length}`], body);
  const list = message(['GET /v1/issues?severity=high&limit=2 HTTP/1.1', ...user]);
  const messages = [
    ...[list, event, list + event],
    message([...put, 'Transfer-Encoding: chunked'], `14\r\n${chunks}\r\n0\r\n\r\n`),
    message(
      [
        ...['POST /v1/policies HTTP/1.1', ...user, 'Content-Type: application/yaml'],
        ...['Expect: 100-continue', `Content-Length: ${yaml.length}`],
      ],
      yaml,
    ),
    message(['HEAD /v1/policies/policy_x HTTP/1.1', ...user, 'Connection: close']),
  ];
  const some = fc.array(mutated(messages), { minLength: 16, maxLength: 16 });
  const heard = new Set<number>();
  await fc.assert(
    fc.asyncProperty(some, async (all) => {
      const statuses = (await Promise.all(all.map(statusesOf))).flat();
      expect(statuses.filter((status) => status >= 500)).toEqual([]);
      for (const status of statuses) heard.add(status);
      expect((await house.admin.get('/v1/issues?limit=1')).status).toBe(200);
    }),
    { seed: 20261121, numRuns: 16 },
  );
  // Some were near enough to be understood, and some were not.
  expect([...heard].some((status) => status >= 200 && status < 300)).toBe(true);
  expect([...heard]).toContain(400);
  expect((await record(agent, connection('after.example.com'))).status).toBe(201);
});
