import { eventId, isoTime } from '@parapet/contracts';
import { issueCreated } from '../testing/issue-facts';
import { type Delivered, notifierHouse, type NotifierHouse } from '../testing/notifier-house';
import { REFUSED_ADDRESSES } from '../testing/refused-addresses';
import { createWebhook, WEBHOOK_DEFAULTS } from '../webhook/change-webhook';
import { newSecret, SecretBox } from '../webhook/secret-box';

/** Webhooks that are in the log although they could not be saved: of an older version, or of other settings. */
const URLS = [
  ...REFUSED_ADDRESSES.map((a) => (a.includes(':') ? `https://[${a}]/` : `https://${a}/`)),
  'https://localhost/',
];
const HOOKS = URLS.map((url, i) => ({ id: `webhook_${i}`, url }));
let notifier: NotifierHouse;

beforeAll(async () => {
  notifier = await notifierHouse({});
  const box = new SecretBox(notifier.house.settings.secretKey);
  for (const { id, url } of HOOKS) {
    const fresh = { id, secretSealed: box.seal(newSecret(), id), from: [] };
    const origin = { id: eventId(), time: isoTime(Date.now()), actor: 'token_1', cause: null };
    const event = createWebhook(fresh, { ...WEBHOOK_DEFAULTS, url }, origin);
    await notifier.house.append('webhooks', id, event);
  }
  await notifier.house.append('issues', 'issue_1', issueCreated('issue_1'));
  await notifier.house.settled();
});
afterAll(() => notifier.close());

const REFUSED = { status: null, error: 'refused_address', response: '', address: null };

test.each(HOOKS)('the test button does not reach $url', async ({ id }) => {
  const { body } = await notifier.ask('POST', `/v1/webhooks/${id}/test`);
  expect(body).toMatchObject({ succeeded: false, attempt: REFUSED });
});

test.each(HOOKS)('delivery and redelivery do not reach $url', async ({ id }) => {
  const told = (all: readonly Delivered[]) => all.find((d) => d.event === 'issue.created');
  const first = await notifier.deliveries(id, (d) => told(d)?.attempts.length === 1);
  const again = await notifier.ask('POST', `/v1/deliveries/${told(first)?.id}/redeliver`);
  expect(again.status).toBe(202);
  const second = await notifier.deliveries(id, (d) => told(d)?.attempts.length === 2);
  for (const attempt of told(second)?.attempts ?? []) expect(attempt).toMatchObject(REFUSED);
});
