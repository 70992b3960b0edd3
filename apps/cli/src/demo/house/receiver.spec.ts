import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { openReceiver, type Receiver } from './receiver';
import type { Told } from './told';

const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const ISSUE = {
  ...{ id: 'issue_1', title: 'Crypto miner executed', severity: 'high' },
  url: 'http://127.0.0.1/issues/issue_1',
};
const BODY = JSON.stringify({
  event: 'issue.created',
  timestamp: '2026-03-03T10:00:00Z',
  issue: ISSUE,
});

let receiver: Receiver;
let heard: Told[];
let refused: string[];
beforeEach(async () => {
  [heard, refused] = [[], []];
  receiver = await openReceiver({
    heard: (told) => heard.push(told),
    refused: (reason) => refused.push(reason),
  });
});
afterEach(() => receiver.close());

/** Sends a delivery as the house does. @returns the status of the answer */
async function send(id: string, { secret = SECRET, body = BODY } = {}): Promise<number> {
  const now = new Date();
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, now, body),
  };
  return (await fetch(receiver.url, { method: 'POST', headers, body })).status;
}

test('what is signed is heard', async () => {
  receiver.trust(SECRET);
  expect(await send(randomUUID())).toBe(204);
  expect([heard, refused]).toEqual([[{ event: 'issue.created', issue: ISSUE }], []]);
});

test('what a stranger wrote into a title cannot steer the terminal', async () => {
  receiver.trust(SECRET);
  const issue = { ...ISSUE, title: 'Unknown egress to \u001b[2Jx\u202e.com', severity: '\u009b1m' };
  const body = JSON.stringify({ ...(JSON.parse(BODY) as object), issue });
  expect(await send(randomUUID(), { body })).toBe(204);
  expect(heard[0]?.issue).toMatchObject({ title: 'Unknown egress to  [2Jx .com', severity: ' 1m' });
});

test('what is sent again is heard once', async () => {
  receiver.trust(SECRET);
  const id = randomUUID();
  expect([await send(id), await send(id), await send(randomUUID())]).toEqual([204, 204, 204]);
  expect(heard).toHaveLength(2);
});

test('what comes before the secret is known waits for it', async () => {
  const early = send(randomUUID());
  receiver.trust(SECRET);
  expect([await early, heard.length]).toEqual([204, 1]);
});

test('what somebody else has signed is refused, and said to be', async () => {
  receiver.trust(SECRET);
  const secret = `whsec_${Buffer.alloc(24, 8).toString('base64')}`;
  expect([await send(randomUUID(), { secret }), heard]).toEqual([401, []]);
  expect(refused).toEqual(['No matching signature found']);
});

test('what is signed and tells of no issue is refused', async () => {
  receiver.trust(SECRET);
  expect(await send(randomUUID(), { body: '{"event":"issue.created"}' })).toBe(401);
  expect([heard, refused]).toEqual([[], ['A webhook came without id.']]);
});
