import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { request } from 'undici';
import { awake } from '../../../tools/test/awake.mjs';
import { connection, newAgent } from '../house/actors';
import { agentFallsSilent } from '../house/agent-falls-silent';
import { Client } from '../house/client';
import { eventually } from '../house/eventually';
import { type House, openOwnHouse } from '../house/house';
import { openReceiver } from '../house/receiver';
import { beginSlowClients, expectCut, type SlowClients } from '../house/slow-client';
import { generalError } from '../house/shapes';

/** Begun first, since they take half a minute. */
let slow: SlowClients;
beforeAll(async () => {
  const house = await openOwnHouse();
  slow = beginSlowClients(house, house.adminToken);
});

// proves: api-agent-status
test('3. status: an agent is disconnected when it was silent for AGENT_TIMEOUT', async () => {
  const house = await openOwnHouse({ env: { AGENT_TIMEOUT: '2s' } });
  await agentFallsSilent(house.admin);
  await house.close();
});

// proves: api-first-start
test('first start: an admin token is made, printed once and written with mode 0600', async () => {
  const house = await openOwnHouse({ env: { ADMIN_TOKEN: undefined } });
  const [, token = ''] = /^Admin token: (pp_u_\w+)$/m.exec(house.output()) ?? [];
  const file = join(house.dataDir, 'admin-token');
  expect((await readFile(file, 'utf8')).trim()).toBe(token);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await new Client(house, token).get('/v1/tokens')).status).toBe(200);
  await house.stop();
  await house.start();
  expect(house.output()).not.toContain('Admin token:');
  expect((await new Client(house, token).get('/v1/tokens')).status).toBe(200);
  await house.close();
});

// proves: api-admin-token
test('another ADMIN_TOKEN takes the place of the one before', async () => {
  const house = await openOwnHouse();
  await house.stop();
  const next = 'another-token-of-at-least-24-characters';
  await house.start({ env: { ADMIN_TOKEN: next } });
  expect((await house.admin.as(next).get('/v1/tokens')).status).toBe(200);
  expect((await house.admin.get('/v1/tokens')).status).toBe(401);
  await house.close();
});

test('SIGTERM: a request in flight is answered, and it is gone with code 0 in under 10 s', async () => {
  const house = await openOwnHouse();
  const inFlight = await requestInFlight(house, 'in-flight.example.com');

  const { result, ms } = await awake(async () => {
    const gone = house.stop();
    // It takes no new requests any more; the one in flight is only now sent in full.
    await eventually(async () => (await statusOf(house, '/readyz')) !== 200);
    await inFlight.isTaken();
    return gone;
  });
  expect(result).toBe(0);
  expect(ms).toBeLessThan(10_000);
});

test('a signal that comes twice, as npm passes on what its child has heard too, ends it in order all the same', async () => {
  const house = await openOwnHouse();
  const inFlight = await requestInFlight(house, 'told-twice.example.com');

  const gone = house.stop();
  await eventually(async () => (await statusOf(house, '/readyz')) !== 200);
  for (const again of ['SIGTERM', 'SIGINT', 'SIGINT'] as const) house.signal(again);
  await inFlight.isTaken();
  expect(await gone).toBe(0);
});

/** An observation of which the house has read the head; `isTaken` sends the rest, and waits until it is answered with 201. */
async function requestInFlight(house: House, destination: string) {
  const agent = await newAgent(house.admin);
  const body = JSON.stringify(connection(destination));
  const put = await begin(house, agent.token, Buffer.byteLength(body));
  await eventually(() => put.said().startsWith('HTTP/1.1 100'));
  const isTaken = async (): Promise<void> => {
    put.socket.write(body);
    await eventually(() => put.said().includes('HTTP/1.1 201'));
  };
  return { isTaken };
}

/** Sends the head of a PUT that waits for the house to say `100 Continue`. */
async function begin(house: House, token: string, length: number) {
  const { hostname, port } = new URL(house.baseUrl);
  const socket = connect(Number(port), hostname);
  let said = '';
  socket.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await once(socket, 'connect');
  const head = ['PUT /v1/events_v2 HTTP/1.1', 'Host: a', 'Expect: 100-continue'];
  head.push(`Authorization: Bearer ${token}`, 'Content-Type: application/json');
  socket.write([...head, `Content-Length: ${length}`, '', ''].join('\r\n'));
  return { socket, said: () => said };
}

/** The status of a GET on a connection of its own, or null when there is none any more. */
async function statusOf(house: House, path: string): Promise<number | null> {
  try {
    const answer = await request(house.baseUrl + path, { headers: { connection: 'close' } });
    await answer.body.dump();
    return answer.statusCode;
  } catch {
    return null;
  }
}

test('a setting that cannot be right: it ends at once with a sentence', async () => {
  await expect(openOwnHouse({ env: { RATE_LIMIT_USER: 'many' } })).rejects.toThrow(
    /RATE_LIMIT_USER/,
  );
});

test('a second process on the same data is refused with a sentence, the first goes on', async () => {
  const house = await openOwnHouse();
  await expect(openOwnHouse({ env: { DATA_DIR: house.dataDir } })).rejects.toThrow(
    /another process/i,
  );
  expect((await house.admin.get('/v1/issues')).status).toBe(200);
  await house.close();
});

test('without WEBHOOK_ALLOW_HTTP and WEBHOOK_ALLOW_CIDRS this machine is out of reach for webhooks', async () => {
  const receiver = await openReceiver();
  const house = await openOwnHouse({
    env: { WEBHOOK_ALLOW_HTTP: undefined, WEBHOOK_ALLOW_CIDRS: undefined },
  });
  for (const url of [
    receiver.url,
    'https://127.0.0.1/',
    'https://0x7f.1/',
    'https://2130706433/',
  ]) {
    const answer = await house.admin.post('/v1/webhooks', { url });
    expect([url, answer.status, answer.body]).toEqual([url, 400, generalError('bad_request')]);
  }
  // A name may be looked up later: then the delivery says that it was refused.
  const named = await house.admin.post<{ id: string }>('/v1/webhooks', {
    url: 'https://localhost/',
  });
  if (named.status === 201) {
    const tested = await house.admin.post(`/v1/webhooks/${named.body.id}/test`);
    expect(tested.text).toContain('refused');
  } else expect(named.status).toBe(400);
  expect(receiver.received).toEqual([]);
  await house.close();
});

// proves: api-slow-headers, api-slow-request
test('a client that sends its headers or its body too slowly is cut', async () => {
  await expectCut(slow);
});
