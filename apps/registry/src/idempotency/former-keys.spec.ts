import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testHouse, type TestHouse } from '@parapet/chassis/testing';
import { RegistryModule } from '../registry.module';

const [A, B] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
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
