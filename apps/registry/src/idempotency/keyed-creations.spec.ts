import {
  AgentTable,
  findProjected,
  KEYED_CREATIONS,
  Projections,
  tokenDigest,
} from '@parapet/chassis';
import { TestClock, testHouse, type TestHouse } from '@parapet/chassis/testing';
import { AGENTS } from '../agent/agent.collection';
import { POLICIES } from '../policy/policy.collection';
import { RegistryModule } from '../registry.module';
import { TOKENS } from '../token/token.collection';

const clock = new TestClock();
let house: TestHouse;
beforeAll(async () => {
  house = await testHouse({ imports: [RegistryModule], clock });
});
afterAll(() => house.close());

const AGENT = { name: 'worker-7', os: 'linux', kind: 'kubernetes', labels: { a: '1', b: '2' } };
const POLICY = { name: 'Mirrors', type: 'allow', rules: [{ pattern: 'a.example' }] };
const TOKEN = { name: 'ci', permissions: ['issues:read'], expires_at: '2999-01-01T00:00:00Z' };
type Noun = 'agents' | 'policies' | 'tokens';
const BODY = { agents: AGENT, policies: POLICY, tokens: TOKEN };
const COLLECTION = { agents: AGENTS, policies: POLICIES, tokens: TOKENS } as const;

let keys = 0;
const newKey = (): string => `key-${(keys += 1)}`;
const post = (noun: Noun, key: string, payload: object | string = BODY[noun], by?: string) =>
  house.inject({
    ...{ method: 'POST', url: `/v1/${noun}`, payload },
    headers: {
      ...{ authorization: `Bearer ${by ?? house.adminToken}`, 'idempotency-key': key },
      'content-type': typeof payload === 'string' ? 'application/yaml' : 'application/json',
    },
  });
type Answer = Awaited<ReturnType<typeof post>>;
/** All that a client may build on. */
const said = ({ statusCode, body, headers }: Answer) => [
  ...[statusCode, body, headers.location, headers.etag, headers['cache-control']],
];
const idOf = (answer: Answer): string => answer.json<{ id: string }>().id;
const drop = (noun: Noun, id: string) =>
  house.inject({
    ...{ method: 'DELETE', url: `/v1/${noun}/${id}` },
    headers: { authorization: `Bearer ${house.adminToken}` },
  });
/** All that lies in a topic. */
async function factsOf(topic: 'agents' | 'tokens'): Promise<string> {
  const facts: string[] = [];
  const reading = house.log.follow(topic, ({ meta, json }) => {
    facts.push(JSON.stringify([meta, json]));
  });
  await reading.caughtUp();
  await reading.close();
  return facts.join();
}
const count = (noun: Noun): Promise<number> => house.store.count(COLLECTION[noun] as typeof AGENTS);

describe.each<Noun>(['agents', 'policies', 'tokens'])(
  'POST /v1/%s with an Idempotency-Key',
  (noun) => {
    test('given it was answered, when it is repeated, then the answer is the same and nothing more is made', async () => {
      const [key, before] = [newKey(), await count(noun)];
      const first = await post(noun, key);
      expect(first.statusCode).toBe(201);
      expect(said(await post(noun, key))).toEqual(said(first));
      expect(await count(noun)).toBe(before + 1);
    });

    test('given it was answered, when the key comes with another body, then it is 422 and nothing is made', async () => {
      const [key, before] = [newKey(), await count(noun)];
      await post(noun, key);
      const answer = await post(noun, key, { ...BODY[noun], name: 'other' });
      expect(answer.statusCode).toBe(422);
      expect(answer.json()).toEqual({
        error: {
          code: 'unprocessable',
          message: 'This Idempotency-Key was used for a request with another body',
          details: 'repeat it with the body of the first request, or send a new key with this one',
        },
      });
      expect(await count(noun)).toBe(before + 1);
    });

    test('given it was refused, when the key comes with what is right, then it is taken', async () => {
      const key = newKey();
      expect((await post(noun, key, { ...BODY[noun], name: '' })).statusCode).toBe(400);
      expect((await post(noun, key)).statusCode).toBe(201);
    });

    test('given it is being answered, when it is repeated, then it is 409, and afterwards the same answer', async () => {
      const key = newKey();
      const all = await Promise.all(Array.from({ length: 6 }, () => post(noun, key)));
      const taken = all.filter(({ statusCode }) => statusCode === 201);
      const refused = all.filter(({ statusCode }) => statusCode === 409);
      expect([taken.length > 0, taken.length + refused.length]).toEqual([true, 6]);
      for (const answer of refused)
        expect(answer.json()).toEqual({
          error: {
            code: 'conflict',
            message: 'A request with this Idempotency-Key is being answered',
            details: 'send it again when that has been answered: it will get the same answer',
          },
        });
      const after = said(await post(noun, key));
      for (const answer of taken) expect(said(answer)).toEqual(after);
    });

    test('given the answer was lost because the change could not be read in time, when it is repeated, then it is answered, and one thing is there', async () => {
      const [key, before] = [newKey(), await count(noun)];
      const progress = house.app.get(Projections).of(`registry.${noun}`, noun);
      const late = jest.spyOn(progress, 'reached').mockResolvedValueOnce(false);
      expect((await post(noun, key)).statusCode).toBe(503);
      late.mockRestore();
      const answer = await post(noun, key);
      expect(answer.statusCode).toBe(201);
      expect(said(await post(noun, key))).toEqual(said(answer));
      expect(await count(noun)).toBe(before + 1);
    });

    test('given it was answered, when the thing was deleted, then a repetition is answered alike and brings nothing back', async () => {
      const key = newKey();
      const first = await post(noun, key);
      expect((await drop(noun, idOf(first))).statusCode).toBe(204);
      expect(said(await post(noun, key))).toEqual(said(first));
      const collection = COLLECTION[noun] as typeof AGENTS;
      expect(await findProjected(house.store, collection, idOf(first))).toBeUndefined();
    });

    test('two callers with the same key are apart', async () => {
      const [key, other] = [newKey(), await house.addToken(['admin'])];
      const [mine, theirs] = [await post(noun, key), await post(noun, key, BODY[noun], other)];
      expect([mine.statusCode, theirs.statusCode]).toEqual([201, 201]);
      expect(idOf(mine)).not.toBe(idOf(theirs));
    });

    test.each(['', 'a b', 'ü', 'x'.repeat(256)])('the key %j is refused', async (key) => {
      const answer = await post(noun, key);
      expect(answer.statusCode).toBe(400);
      expect(answer.body).toContain('1 to 255 visible ASCII characters');
    });
  },
);

test('the order of keys in a body makes no other body, nor does another way to write it', async () => {
  const key = newKey();
  const first = await post('agents', key);
  const turned = { ...AGENT, labels: { b: '2', a: '1' }, 'not known': 1 };
  expect(said(await post('agents', key, turned))).toEqual(said(first));
  const yaml = 'name: Mirrors\ntype: allow\nrules:\n  - pattern: a.example\n';
  const policy = await post('policies', key);
  expect(said(await post('policies', key, yaml))).toEqual(said(policy));
});

test('the answer of a policy that was changed since says what it said at first', async () => {
  const key = newKey();
  const first = await post('policies', key);
  await house.inject({
    ...{ method: 'PUT', url: `/v1/policies/${idOf(first)}`, payload: { ...POLICY, name: 'new' } },
    headers: { authorization: `Bearer ${house.adminToken}` },
  });
  expect(first.headers.etag).toBe('"1"');
  expect(said(await post('policies', key))).toEqual(said(first));
});

test('a token that ended since is shown again as it was, and one that would have ended is not made', async () => {
  const [key, late] = [newKey(), newKey()];
  const brief = { ...TOKEN, expires_at: new Date(clock.now() + 60_000).toISOString() };
  const first = await post('tokens', key, brief);
  expect(first.statusCode).toBe(201);
  clock.advance(60_000);
  expect(said(await post('tokens', key, brief))).toEqual(said(first));
  expect((await post('tokens', late, brief)).json()).toMatchObject({
    error: { message: 'expires_at must be in the future' },
  });
  expect((await post('tokens', late)).statusCode).toBe(201);
});

test('a user token that is shown again works, and neither it nor the key is kept', async () => {
  const key = 'a-key-of-a-token';
  await post('tokens', key);
  const { id, token } = (await post('tokens', key)).json<{ id: string; token: string }>();
  const headers = { authorization: `Bearer ${token}` };
  expect((await house.inject({ url: '/v1/session', headers })).statusCode).toBe(200);
  const kept = [await house.store.get(TOKENS, id), await house.store.get(KEYED_CREATIONS, id)];
  expect(JSON.stringify(kept) + (await factsOf('tokens'))).not.toMatch(
    new RegExp(`${key}|${token}`),
  );
});

test('the token works at once, and neither it nor the key is kept', async () => {
  const key = 'a-key-that-nobody-keeps';
  const { id, token } = (await post('agents', key)).json<{ id: string; token: string }>();
  expect(house.app.get(AgentTable).withToken(tokenDigest(token))?.id).toBe(id);
  const kept = [await house.store.get(AGENTS, id), await house.store.get(KEYED_CREATIONS, id)];
  const facts = await factsOf('agents');
  expect(facts).toContain(id);
  expect(JSON.stringify(kept) + facts).not.toMatch(new RegExp(`${key}|${token}`));
});
