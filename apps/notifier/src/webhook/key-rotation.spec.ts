import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { issueCreated } from '../testing/issue-facts';
import { LOOPBACK, notifierHouse, type NotifierHouse } from '../testing/notifier-house';
import { openReceiver, type Receiver } from '../testing/receiver';
import { SETTLED_MS } from './reseal-webhook';

const [A, B] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
let dataDir: string;
let there: Receiver;
let notifier: NotifierHouse | undefined;
let said: string[];
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'parapet-keys-'));
  there = await openReceiver();
  said = [];
  const hear = (message: unknown): void => void said.push(String(message));
  jest.spyOn(Logger.prototype, 'log').mockImplementation(hear);
  jest.spyOn(Logger.prototype, 'error').mockImplementation(hear);
});
afterEach(async () => {
  jest.restoreAllMocks();
  await notifier?.close();
  notifier = undefined;
  await there.close();
  await rm(dataDir, { recursive: true });
});

/** The house goes on, with these keys. */
async function restarted(secretKey: Buffer, ...previousSecretKeys: Buffer[]) {
  await notifier?.close();
  const settings = { ...LOOPBACK, dataDir, secretKey, previousSecretKeys };
  notifier = await notifierHouse(settings, { onDisk: true });
  return notifier;
}

async function until(is: () => boolean): Promise<void> {
  while (!is()) await new Promise((resolve) => setTimeout(resolve, 10));
}

const formerSeals = async ({ house }: NotifierHouse): Promise<string | undefined> => {
  const { body } = await house.inject({ url: '/metrics' });
  return /^parapet_webhooks_sealed_with_former_key (\d+)$/m.exec(body)?.[1];
};

/** A webhook as it is shown, but for how its deliveries fare. */
async function described(house: NotifierHouse, id: string): Promise<object> {
  const { delivery_health: _, ...rest } = (await house.ask('GET', `/v1/webhooks/${id}`)).body;
  return rest;
}

let issues = 0;
/** Raises an issue and answers what came to be sent for it. */
async function told(house: NotifierHouse) {
  const id = `issue_${(issues += 1)}`;
  const before = there.received.length;
  await house.house.append('issues', id, issueCreated(id));
  const request = (await there.atLeast(before + 1))[before];
  if (!request) throw new Error('nothing came');
  return request;
}
const verify = (secret: string, { headers, body }: Awaited<ReturnType<typeof told>>) => {
  const sent = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
  const signed = Object.fromEntries(sent.map((name) => [name, String(headers[name])]));
  return new StandardWebhook(secret).verify(body, signed);
};

test('rule 17: a key is changed without a delivery that fails, and the former one can go when the log says so', async () => {
  const first = await restarted(A);
  const { id, secret } = await first.addWebhook(there.url);
  const rotated = await first.ask('POST', `/v1/webhooks/${id}/rotate_secret`);
  const staged = String(rotated.body['secret']);
  const shown = await described(first, id);
  const second = await restarted(B, A);
  const request = await told(second);
  verify(secret, request);
  verify(staged, request);
  expect(said.join()).not.toContain('SECRET_KEY_PREVIOUS');
  expect(await formerSeals(second)).toBe('1');
  second.clock.advance(SETTLED_MS);
  await until(() => said.some((line) => line.includes('SECRET_KEY_PREVIOUS')));
  expect(await formerSeals(second)).toBe('0');
  const third = await restarted(B);
  const later = await told(third);
  verify(secret, later);
  verify(staged, later);
  expect(await described(third, id)).toEqual(shown);
  expect(said.join()).not.toMatch(/cannot be opened|whsec_/);
});

test('rule 17: without the key of then nothing is sent, and log and attempt say why', async () => {
  const { id } = await (await restarted(A)).addWebhook(there.url);
  const second = await restarted(B);
  const { body } = await second.ask('POST', `/v1/webhooks/${id}/test`);
  expect(body).toMatchObject({
    ...{ succeeded: false, attempt: { error: 'secret', status: null } },
  });
  expect(JSON.stringify(body)).toContain('SECRET_KEY_PREVIOUS');
  await until(() => said.some((line) => line.includes(`the secret of ${id} cannot be opened`)));
  expect(there.received).toEqual([]);
});

test('rule 17: a promotion whose time comes while nothing runs holds from the first attempt on', async () => {
  const first = await restarted(A);
  const { id } = await first.addWebhook(there.url);
  const rotated = await first.ask('POST', `/v1/webhooks/${id}/rotate_secret`);
  const second = await restarted(A);
  second.clock.advance(24 * 3_600_000);
  const { headers, body } = await told(second);
  expect(String(headers['webhook-signature'])).not.toContain(' ');
  const now = second.clock.now();
  jest.spyOn(Date, 'now').mockReturnValue(now);
  verify(String(rotated.body['secret']), { headers, body, path: '', at: 0 });
});

test('an Idempotency-Key of before is known as long as the former secret key is, and its headers with it', async () => {
  const first = await restarted(A);
  const authorization = `Bearer ${await first.house.addToken(['webhooks:write'])}`;
  const payload = { url: there.url, headers: { 'x-api-key': 'short' } };
  const headers = { authorization, 'idempotency-key': 'key-1' };
  const ask = { method: 'POST', url: '/v1/webhooks', payload, headers } as const;
  const made = (await first.house.inject(ask)).json<Record<string, unknown>>();
  expect(made['secret']).toMatch(/^whsec_/);
  const second = await restarted(B, A);
  await second.house.settled();
  const again = await second.house.inject(ask);
  expect([again.statusCode, again.json()]).toEqual([201, made]);
});
