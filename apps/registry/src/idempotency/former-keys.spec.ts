import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testHouse, type TestHouse } from '@parapet/chassis/testing';
import { type EventToAppend, randomId, toAppend, type Topic } from '@parapet/contracts';
import { RegistryModule } from '../registry.module';

const [A, B] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const MORNING = '2026-01-01T00:00:00.000Z';
const dataDir = mkdtempSync(join(tmpdir(), 'parapet-keyed-'));
let house: TestHouse | undefined;
afterAll(async () => {
  await house?.close();
  await rm(dataDir, { recursive: true });
});

/** The house goes on, with these keys. */
async function restarted(secretKey: Buffer, ...previousSecretKeys: Buffer[]): Promise<TestHouse> {
  await house?.close();
  const settings = { dataDir, secretKey, previousSecretKeys };
  house = await testHouse({ imports: [RegistryModule], settings, onServers: true });
  await house.settled();
  return house;
}

const BODY = {
  agents: { name: 'worker-7', os: 'linux', kind: 'host' },
  policies: { name: 'Mirrors', type: 'allow', rules: [{ pattern: 'a.example' }] },
  tokens: { name: 'ci' },
};
async function post(to: TestHouse, noun: keyof typeof BODY, key: string, token: string) {
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key };
  const payload = BODY[noun];
  const answer = await to.inject({ method: 'POST', url: `/v1/${noun}`, payload, headers });
  expect(answer.statusCode).toBe(201);
  return answer.json<object>();
}

test('an Idempotency-Key of before is known as long as the former secret key is', async () => {
  const first = await restarted(A);
  const token = await first.addToken(['admin']);
  const agent = await post(first, 'agents', 'key-1', token);
  const policy = await post(first, 'policies', 'key-1', token);
  const user = await post(first, 'tokens', 'key-1', token);
  const second = await restarted(B, A);
  expect(await post(second, 'agents', 'key-1', token)).toEqual(agent);
  expect(await post(second, 'policies', 'key-1', token)).toEqual(policy);
  expect(await post(second, 'tokens', 'key-1', token)).toEqual(user);
  const made = await post(second, 'agents', 'key-2', token);
  const third = await restarted(B);
  expect(await post(third, 'agents', 'key-2', token)).toEqual(made);
  expect(await post(third, 'agents', 'key-1', token)).not.toEqual(agent);
});

/** All that lies in a topic of this house. */
async function factsOf({ log }: TestHouse, topic: Topic): Promise<EventToAppend[]> {
  const facts: EventToAppend[] = [];
  const reading = log.follow(topic, ({ key, meta, json }) => void facts.push({ key, meta, json }));
  await reading.caughtUp();
  await reading.close();
  return facts;
}

test('what a replica with the former secret key made a moment ago is not made a second time', async () => {
  const open = (secretKey: Buffer, ...previousSecretKeys: Buffer[]): Promise<TestHouse> =>
    testHouse({ imports: [RegistryModule], settings: { secretKey, previousSecretKeys } });
  const [first, second] = [await open(A), await open(B, A)];
  const token = await first.addToken(['admin']);
  await second.log.append('tokens', await factsOf(first, 'tokens'));
  await second.settled();
  const agent = (await post(first, 'agents', 'key-1', token)) as { id: string };
  const seen = (): EventToAppend =>
    toAppend(agent.id, {
      ...{ id: randomId('event'), type: 'AgentSeen', schema: 1, actor: agent.id, cause: null },
      ...{ time: MORNING, data: { agent_id: agent.id, last_seen: MORNING } },
    });
  const [made, ...more] = await factsOf(first, 'agents');
  if (!made || more.length > 0) throw new Error('one agent was made');
  await second.log.append('agents', [...Array.from({ length: 3_000 }, seen), made]);
  expect(await post(second, 'agents', 'key-1', token)).toEqual(agent);
  await Promise.all([first.close(), second.close()]);
});
