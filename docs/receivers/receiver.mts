// Receives Parapet's webhooks. Needs Node 22.18 or newer: WEBHOOK_SECRETS='whsec_…' node receiver.mts
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';

/** One; two, with a blank between them, while a secret is rotated. */
const SECRETS = (process.env['WEBHOOK_SECRETS'] ?? '').trim().split(/\s+/);
const PORT = Number(process.env['PORT'] ?? 9999);
const TOLERANCE_S = 300;
const BODY_BYTES = 262_144;
const REMEMBERED = 100_000;

/** What a repeat of the same delivery is known by, or the status that refuses it. */
type Verdict = string | 400 | 401;

/** Headers `webhook-*`, the scheme of Standard Webhooks: the time is signed too, so what is old is refused. */
function verifyStandard(headers: IncomingHttpHeaders, body: Buffer): Verdict {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': given } = headers;
  if (typeof id !== 'string' || typeof time !== 'string' || typeof given !== 'string') return 400;
  if (!/^\d{1,12}$/.test(time)) return 400;
  if (Math.abs(Date.now() / 1000 - Number(time)) > TOLERANCE_S) return 401;
  const right = SECRETS.map((secret) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${time}.`).update(body).digest('base64')}`;
  });
  return given.split(' ').some((one) => isOneOf(right, one)) ? id : 401;
}

/** Header `X-Service-Signature`, the scheme of GitHub: only the body is signed, so it alone tells a repeat. */
function verifyService(headers: IncomingHttpHeaders, body: Buffer): Verdict {
  const given = headers['x-service-signature'];
  if (typeof given !== 'string') return 400;
  const right = SECRETS.map(
    (secret) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
  );
  return isOneOf(right, given) ? createHash('sha256').update(body).digest('hex') : 401;
}

/** Takes a time that says nothing about how much of it was right. */
const isOneOf = (right: readonly string[], given: string): boolean =>
  right.some((one) => {
    const [a, b] = [Buffer.from(one), Buffer.from(given)];
    return a.length === b.length && timingSafeEqual(a, b);
  });

/** Better kept where the rest is kept, in one transaction with it: `insert … on conflict do nothing`. */
const seen = new Set<string>();

/** Called once for each delivery. Only takes note: Parapet waits 15 seconds for an answer, and no longer. */
function take(key: string, body: Buffer): void {
  const { event, issue }: { event: string; issue: { id: string } } = JSON.parse(body.toString());
  console.log(JSON.stringify({ key, event, issue: issue.id }));
}

const SCHEMES = new Map([
  ['/standard', verifyStandard],
  ['/service', verifyService],
]);

async function receive(request: IncomingMessage): Promise<number> {
  const verify = SCHEMES.get(request.url ?? '');
  if (!verify) return 404;
  if (request.method !== 'POST') return 405;
  const body = await bytesOf(request);
  if (!body) return 413;
  const verdict = verify(request.headers, body);
  if (typeof verdict === 'number') return verdict;
  if (seen.has(verdict)) return 200;
  take(verdict, body);
  seen.add(verdict);
  const [oldest = ''] = seen;
  if (seen.size > REMEMBERED) seen.delete(oldest);
  return 200;
}

/** The body as it came: what is parsed and written again has other bytes, and another signature. */
async function bytesOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

// With a secret that is empty or cut off, anybody could sign.
if (!SECRETS.every((secret) => /^whsec_[A-Za-z0-9+/]{32,}=*$/.test(secret)))
  throw new Error('WEBHOOK_SECRETS must be the secret of the webhook, as it was shown');

createServer({ requestTimeout: 10_000 }, (request, response) => {
  const answer = (status: number): void => {
    response.writeHead(status, status === 413 ? { connection: 'close' } : {}).end();
  };
  receive(request).then(answer, () => answer(500));
}).listen(PORT, '127.0.0.1', () => console.log(`listening on http://127.0.0.1:${PORT}`));
