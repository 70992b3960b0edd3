import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { newSecret } from '../webhook/secret-box';
import type { SigningSecrets } from '../webhook/open-secrets';
import { SENDER_VERSION, signedHeaders } from './sign-delivery';

const secret = newSecret(randomBytes(32));
const body = '{"event":"issue.created","title":"naïve ✓"}';
const now = Date.now();
const signedBy = (secrets: SigningSecrets) =>
  signedHeaders({ deliveryId: 'delivery_1', body, secrets, now });
const headers = signedBy({ current: secret, staged: null });

test('X-Service-Signature is the HMAC of the body under the whole secret, as the spec says', () => {
  const digest = createHmac('sha256', secret).update(Buffer.from(body)).digest('hex');
  expect(headers['x-service-signature']).toBe(`sha256=${digest}`);
});

test('a receiver of Standard Webhooks takes it, and refuses it when the body was changed', () => {
  const receiver = new Webhook(secret);
  expect(receiver.verify(body, headers)).toEqual(JSON.parse(body));
  expect(() => receiver.verify(body.replace('naïve', 'naive'), headers)).toThrow();
  expect(() => receiver.verify(body, { ...headers, 'webhook-id': 'delivery_2' })).toThrow();
});

test('rule 17: while a secret is staged, receivers of Standard Webhooks may have either, and X-Service-Signature is that of the old one', () => {
  const staged = newSecret(randomBytes(32));
  const both = signedBy({ current: secret, staged });
  expect(both['x-service-signature']).toBe(headers['x-service-signature']);
  expect(both['webhook-signature']).toMatch(/^v1,[\w+/]{43}= v1,[\w+/]{43}=$/);
  for (const either of [secret, staged])
    expect(new Webhook(either).verify(body, both)).toEqual(JSON.parse(body));
  expect(() => new Webhook(newSecret(randomBytes(32))).verify(body, both)).toThrow();
  expect(signedBy({ current: staged, staged: null })['webhook-signature']).not.toContain(' ');
});

test('the timestamp is that of the attempt, in seconds', () => {
  expect(headers['webhook-timestamp']).toBe(String(Math.floor(now / 1000)));
});

test('the version in User-Agent is the version of the package', () => {
  const file = readFileSync(join(__dirname, '../../package.json'), 'utf8');
  expect(file).toContain(`"version": "${SENDER_VERSION}"`);
  expect(headers['user-agent']).toBe(`Parapet-Webhooks/${SENDER_VERSION}`);
});
