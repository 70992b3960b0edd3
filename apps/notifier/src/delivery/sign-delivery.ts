import { createHmac, type Hmac } from 'node:crypto';
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
    'x-service-signature': `sha256=${signature(current, 'utf8', body).digest('hex')}`,
    'webhook-id': deliveryId,
    'webhook-timestamp': timestamp,
    'webhook-signature': live.map((secret) => standardSignature(secret, text)).join(' '),
  };
}

const signature = (key: string, encoding: 'utf8' | 'base64', text: string): Hmac =>
  createHmac('sha256', key, { encoding }).update(text);

/** The key goes in as text: from bytes Node first makes an object, which costs six times what signing does. */
const standardSignature = (secret: string, text: string): string =>
  `v1,${signature(secret.replace(/^whsec_/, ''), 'base64', text).digest('base64')}`;
