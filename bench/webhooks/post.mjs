import { createHmac, createSecretKey } from 'node:crypto';
import { createRequire } from 'node:module';

// The house's own undici.
const { Agent, request } = createRequire(
  new URL('../../apps/notifier/package.json', import.meta.url),
)('undici');

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const KEY = createSecretKey(Buffer.alloc(32, 7));

const hmac = (key, text) => createHmac('sha256', key).update(text).digest();

/**
 * What every sender must do: serialise, sign as the house does, post, and read the answer.
 * @param atOnce connections to one origin
 * @returns `post(url, id, payload)`, and `close()`
 */
export function openPoster(atOnce) {
  const dispatcher = new Agent({ connections: atOnce, pipelining: 1, allowH2: false });
  const post = async (url, id, payload) => {
    const body = JSON.stringify(payload);
    const timestamp = String(Math.floor(Date.now() / 1000));
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Parapet-Webhooks/0.1.0',
      'x-service-signature': `sha256=${hmac(SECRET, body).toString('hex')}`,
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${hmac(KEY, `${id}.${timestamp}.${body}`).toString('base64')}`,
    };
    const answer = await request(url, { method: 'POST', headers, body, dispatcher });
    await answer.body.text();
    if (answer.statusCode > 299) throw new Error(`answered with ${answer.statusCode}`);
  };
  return { post, close: () => dispatcher.close() };
}

/** The payload of the nth delivery, as long as the house's. */
export const payloadOf = (n) => ({
  event: 'issue.created',
  timestamp: new Date().toISOString(),
  issue: {
    id: `issue_${n}`,
    title: `network_connection to d${n}.example.com`,
    severity: 'high',
    verdict: 'detected',
    url: `https://parapet.example.com/issues/issue_${n}`,
  },
});
