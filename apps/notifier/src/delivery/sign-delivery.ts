import { createHmac } from 'node:crypto';

/** The version that receivers see; a test holds it to the package's. */
export const SENDER_VERSION = '0.1.0';

export interface ToSign {
  readonly deliveryId: string;
  readonly body: string;
  /** `whsec_…` */
  readonly secret: string;
  /** Milliseconds since 1970, of this attempt. */
  readonly now: number;
}

/**
 * The headers of one attempt: the spec's signature (keyed with the secret as it is shown) and, beside it, those of
 * Standard Webhooks 1.0 (keyed with the decoded bytes).
 */
export function signedHeaders({ deliveryId, body, secret, now }: ToSign): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000));
  const hmac = (key: string | Buffer, text: string): Buffer =>
    createHmac('sha256', key).update(text).digest();
  const bytes = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const standard = hmac(bytes, `${deliveryId}.${timestamp}.${body}`).toString('base64');
  return {
    'content-type': 'application/json',
    'user-agent': `Parapet-Webhooks/${SENDER_VERSION}`,
    'x-service-signature': `sha256=${hmac(secret, body).toString('hex')}`,
    'webhook-id': deliveryId,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${standard}`,
  };
}
