import { createHmac } from 'node:crypto';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { issueCreated } from '../testing/issue-facts';
import { notifierHouse, type NotifierHouse } from '../testing/notifier-house';
import { openReceiver, type Receiver } from '../testing/receiver';
import { STAGED_MS } from './rotate-secret';

type Request = Receiver['received'][number];
let notifier: NotifierHouse;
let there: Receiver;
beforeEach(async () => {
  notifier = await notifierHouse();
  there = await openReceiver();
});
afterEach(async () => {
  await notifier.close();
  await there.close();
});

const rotate = async (id: string): Promise<string> => {
  const { status, body } = await notifier.ask('POST', `/v1/webhooks/${id}/rotate_secret`);
  expect(status).toBe(200);
  return String(body['secret']);
};

/** Whether a receiver that knows this secret alone takes the request, by either of the two ways to verify. */
const verifies = (secret: string, { headers, body }: Request) => {
  const digest = createHmac('sha256', secret).update(body).digest('hex');
  return {
    service: headers['x-service-signature'] === `sha256=${digest}`,
    standard: takes(new StandardWebhook(secret), body, headers),
  };
};
function takes(receiver: StandardWebhook, body: string, headers: Request['headers']): boolean {
  const sent = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
  const signed = Object.fromEntries(sent.map((name) => [name, String(headers[name])]));
  const now = notifier.clock.now();
  const receiversClock = jest.spyOn(Date, 'now').mockReturnValue(now);
  try {
    receiver.verify(body, signed);
    return true;
  } catch {
    return false;
  } finally {
    receiversClock.mockRestore();
  }
}
const YES = { service: true, standard: true };
const NO = { service: false, standard: false };

let issues = 0;
/** Raises issues; answers the requests that told of them. */
async function told(count: number): Promise<readonly Request[]> {
  const before = there.received.length;
  for (let i = 0; i < count; i += 1) {
    const id = `issue_${(issues += 1)}`;
    await notifier.house.append('issues', id, issueCreated(id));
  }
  return (await there.atLeast(before + count)).slice(before);
}

test('rule 17: a rotation under traffic misses no verification, with the old secret, the new one or either', async () => {
  const { id, secret: old } = await notifier.addWebhook(there.url);
  for (const request of await told(5)) expect(verifies(old, request)).toEqual(YES);
  const next = await rotate(id);
  for (const request of await told(20)) {
    expect(verifies(old, request)).toEqual(YES);
    expect(verifies(next, request)).toEqual({ service: false, standard: true });
  }
  const promoted = await notifier.ask('POST', `/v1/webhooks/${id}/promote_secret`);
  expect(promoted).toMatchObject({ status: 200, body: { id, secret_promotes_at: null } });
  for (const request of await told(5)) {
    expect(verifies(next, request)).toEqual(YES);
    expect(verifies(old, request)).toEqual(NO);
  }
});

test('rule 17: a retry is signed with the secrets of its own time, not of the first attempt', async () => {
  await there.close();
  there = await openReceiver((response, nth) => {
    response.writeHead(nth === 1 ? 500 : 200).end();
  });
  const { id, secret: old } = await notifier.addWebhook(there.url);
  const [first] = await told(1);
  const next = await rotate(id);
  await notifier.deliveries(id, (d) => d[0]?.attempts.length === 1);
  notifier.clock.advance(6_000);
  const second = (await there.atLeast(2))[1];
  if (!first || !second) throw new Error('two attempts');
  expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
  expect([verifies(old, first), verifies(next, first)]).toEqual([YES, NO]);
  expect([verifies(old, second), verifies(next, second).standard]).toEqual([YES, true]);
});

/** The facts about a webhook in the log, in their order. */
async function facts(id: string): Promise<readonly string[]> {
  const { log } = notifier.house;
  const ends = await log.ends('webhooks');
  const types: string[] = [];
  const from = ends.map(() => 0);
  for await (const batch of log.read('webhooks', from, ends))
    types.push(...batch.filter(({ key }) => key === id).map(({ meta }) => meta.type));
  return types;
}

test('rule 17: after 24 hours the new secret is the only one, and the log says so once', async () => {
  const { id, secret: old } = await notifier.addWebhook(there.url);
  const next = await rotate(id);
  const shown = (await notifier.ask('GET', `/v1/webhooks/${id}`)).body;
  const [stagedAt, promotesAt] = [shown['secret_staged_at'], shown['secret_promotes_at']];
  expect(Date.parse(String(promotesAt)) - Date.parse(String(stagedAt))).toBe(STAGED_MS);
  notifier.clock.advance(STAGED_MS);
  const [request] = await told(1);
  if (!request) throw new Error('nothing came');
  expect([verifies(next, request), verifies(old, request)]).toEqual([YES, NO]);
  const recorded = (body: Record<string, unknown>) =>
    String(body['updated_at']) >= String(promotesAt);
  await notifier.becomes(`/v1/webhooks/${id}`, recorded);
  expect(await facts(id)).toEqual([
    'WebhookCreated',
    'WebhookSecretStaged',
    'WebhookSecretPromoted',
  ]);
  const again = await notifier.ask('POST', `/v1/webhooks/${id}/promote_secret`);
  expect(again).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
});
