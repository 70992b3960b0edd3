import { Readable } from 'node:stream';
import { Controller, Module, Put } from '@nestjs/common';
import { isoTime, type LogEvent, randomId } from '@parapet/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CallerTurns } from '../http/caller-turns';
import { AgentRoute } from '../http/route';
import { testHouse, type TestHouse } from '../testing';
import { newAgent, newToken } from '../testing/facts';
import { ProbeModule } from '../testing/probe.module';
import { withLimits } from '../testing/test-settings';
import { CredentialTables } from './credential-tables';
import { Sessions } from './sessions';

@Controller('v1')
class DirectController {
  @Put('greetings')
  @AgentRoute({ direct: true })
  async put(_: FastifyRequest, reply: FastifyReply): Promise<void> {
    reply.status(202).send({});
  }
}

@Module({ controllers: [DirectController] })
class DirectModule {}

let house: TestHouse;
beforeAll(async () => {
  house = await testHouse({ imports: [ProbeModule, DirectModule], settings: withLimits() });
});
afterAll(() => house.close());
afterEach(() => jest.restoreAllMocks());

type Headers = Readonly<Record<string, string>>;
type Answer = Awaited<ReturnType<TestHouse['inject']>>;
/** A request that was let in, and whose body has not come yet. */
interface Begun {
  finish(body: object): Promise<Answer>;
}

async function begin(method: 'POST' | 'PUT', url: string, headers: Headers): Promise<Begun> {
  const { promise: isRead, resolve } = Promise.withResolvers<void>();
  const payload = new Readable({ read: () => resolve() });
  const answer = house.inject({
    ...{ method, url, payload },
    headers: { ...headers, 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
  });
  await isRead;
  return {
    finish: (body) => {
      payload.push(JSON.stringify(body));
      payload.push(null);
      return answer;
    },
  };
}

const bearing = (token: string): Headers => ({ authorization: `Bearer ${token}` });

type Said = Pick<LogEvent, 'type' | 'data'>;

async function append(topic: 'agents' | 'tokens', id: string, said: Said): Promise<void> {
  const time = isoTime(house.clock.now());
  const fact = { id: randomId('event'), schema: 1, time, actor: 'test', cause: null, ...said };
  await house.append(topic, id, fact);
  await house.app.get(CredentialTables).caughtUp(topic);
}
const revoke = (token_id: string): Promise<void> =>
  append('tokens', token_id, { type: 'TokenRevoked', data: { version: 2, token_id } });

async function addUser(): Promise<{ readonly id: string; readonly headers: Headers }> {
  const { token, fact } = newToken(['admin'], house.clock.now());
  await append('tokens', fact.data.token_id, fact);
  return { id: fact.data.token_id, headers: bearing(token) };
}

async function addAgent(): Promise<{ readonly id: string; readonly headers: Headers }> {
  const { id, token, fact } = newAgent({}, house.clock.now());
  await append('agents', id, fact);
  return { id, headers: bearing(token) };
}

test('a token that is revoked while the body comes does nothing any more', async () => {
  const { id, headers } = await addUser();
  const [early, late] = await Promise.all([
    begin('POST', '/v1/tokens', headers),
    begin('POST', '/v1/tokens', headers),
  ]);
  expect((await early.finish({ name: 'n' })).statusCode).toBe(201);
  await revoke(id);
  const answer = await late.finish({ name: 'n' });
  expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([401, 'Bearer']);
  expect(answer.json()).toMatchObject({ error: { message: 'Missing or invalid token' } });
});

test('nor does one that is revoked while others of its requests come first', async () => {
  const { id, headers } = await addUser();
  const begun = [];
  for (let i = 0; i < 4; i += 1) begun.push(await begin('POST', '/v1/tokens', headers));
  const { promise: isWaiting, resolve } = Promise.withResolvers<void>();
  const { take } = CallerTurns.prototype;
  jest.spyOn(CallerTurns.prototype, 'take').mockImplementation(function (
    this: CallerTurns,
    ...asked
  ) {
    resolve();
    return take.apply(this, asked);
  });
  const waiting = house.inject({ method: 'PUT', url: '/v1/issues/mine', headers });
  await isWaiting;
  await revoke(id);
  await Promise.all(begun.map((one) => one.finish({ name: 'n' })));
  expect((await waiting).statusCode).toBe(401);
});

test('nor does a session that is ended while the body comes', async () => {
  const { id } = await addUser();
  const { session, cookie } = house.app.get(Sessions).begin(id, house.clock.now());
  const late = await begin('POST', '/v1/tokens', {
    cookie: cookie.split(';', 1)[0] ?? '',
    'sec-fetch-site': 'same-origin',
  });
  await append('tokens', id, {
    type: 'TokenSessionEnded',
    data: {
      ...{ token_id: id, session_id: session.id },
      ...{ begun_at: isoTime(session.begunAt), until: isoTime(session.until) },
    },
  });
  expect((await late.finish({ name: 'n' })).statusCode).toBe(401);
});

test.each(['/v1/events_v2', '/v1/greetings'])(
  'nor does an agent that is deleted while the body of PUT %s comes',
  async (url) => {
    const { id, headers } = await addAgent();
    const [early, late] = [await begin('PUT', url, headers), await begin('PUT', url, headers)];
    expect((await early.finish({ kind: 'a' })).statusCode).toBeLessThan(300);
    await append('agents', id, { type: 'AgentDeleted', data: { version: 2, agent_id: id } });
    const answer = await late.finish({ kind: 'a' });
    expect([answer.statusCode, answer.json()]).toEqual([
      401,
      { error: 'Missing or invalid agent token', type: 'UnauthorizedEvents' },
    ]);
  },
);

test('nor does the token that an agent had before', async () => {
  const { id, headers } = await addAgent();
  const late = await begin('PUT', '/v1/events_v2', headers);
  const data = { version: 2, agent_id: id, token_digest: 'another' };
  await append('agents', id, { type: 'AgentTokenRotated', data });
  expect((await late.finish({ kind: 'a' })).statusCode).toBe(401);
});
