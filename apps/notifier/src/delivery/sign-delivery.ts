import { createHmac } from 'node:crypto';
import type { SigningSecrets } from '../webhook/open-secrets';

/** The version that receivers see; a test holds it to the package's. */
export const SENDER_VERSION = '0.1.0';

export interface ToSign {
  readonly deliveryId: string;
  readonly body: string;
  readonly secrets: SigningSecrets;
  /** Milliseconds since 1970, of this attempt. */
  readonly now: number;
}

/**
 * The headers of one attempt: the spec's signature (keyed with the secret as it is shown) and, beside it, those of
 * Standard Webhooks 1.0 (keyed with the decoded bytes). While another secret is staged, the first stays that of the old one, since
 * it has room for one only; the second has one of each, so that receivers may change over whenever they like.
 */
export function signedHeaders({ deliveryId, body, secrets, now }: ToSign): Record<string, string> {
  const { current, staged } = secrets;
  const timestamp = String(Math.floor(now / 1000));
  const text = `${deliveryId}.${timestamp}.${body}`;
  const live = staged === null ? [current] : [staged, current];
  return {
    'content-type': 'application/json',
    'user-agent': `Parapet-Webhooks/${SENDER_VERSION}`,
    'x-service-signature': `sha256=${hmac(current, body).toString('hex')}`,
    'webhook-id': deliveryId,
    'webhook-timestamp': timestamp,
    'webhook-signature': live.map((secret) => standardSignature(secret, text)).join(' '),
  };
}

const hmac = (key: string | Buffer, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest();

function standardSignature(secret: string, text: string): string {
  const bytes = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${hmac(bytes, text).toString('base64')}`;
}
