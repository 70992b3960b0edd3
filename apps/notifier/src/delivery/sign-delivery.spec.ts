import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { newSecret } from '../webhook/secret-box';
import { SENDER_VERSION, signedHeaders } from './sign-delivery';

const secret = newSecret(randomBytes(32));
const body = '{"event":"issue.created","title":"naïve ✓"}';
const now = Date.now();
const headers = signedHeaders({ deliveryId: 'delivery_1', body, secret, now });

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

test('the timestamp is that of the attempt, in seconds', () => {
  expect(headers['webhook-timestamp']).toBe(String(Math.floor(now / 1000)));
});

test('the version in User-Agent is the version of the package', () => {
  const file = readFileSync(join(__dirname, '../../package.json'), 'utf8');
  expect(file).toContain(`"version": "${SENDER_VERSION}"`);
  expect(headers['user-agent']).toBe(`Parapet-Webhooks/${SENDER_VERSION}`);
});
