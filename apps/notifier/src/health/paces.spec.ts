import { notifierHouse, type NotifierHouse } from '../testing/notifier-house';
import { Paces } from './paces';

let notifier: NotifierHouse;
let paces: Paces;
beforeEach(async () => {
  notifier = await notifierHouse();
  paces = notifier.house.app.get(Paces);
});
afterEach(() => notifier.close());

/** A webhook, and what ends an attempt to it as it is now. */
async function webhook() {
  const { id } = await notifier.addWebhook('http://127.0.0.1:9/');
  const since = String((await notifier.ask('GET', `/v1/webhooks/${id}`)).body['created_at']);
  const ended = (duration_ms: number): void =>
    paces.ended({ webhook_id: id, webhook_since: since, attempt: { duration_ms } });
  return { id, ended };
}

test('before an attempt has ended nobody knows how quick a receiver is', async () => {
  const { id, ended } = await webhook();
  expect(paces.of(id)).toBe('unknown');
  ended(999);
  expect(paces.of(id)).toBe('prompt');
});

test('a receiver that was slow is slow for half a minute, however quick it is besides', async () => {
  const { id, ended } = await webhook();
  notifier.clock.stop();
  ended(1_000);
  ended(5);
  expect(paces.of(id)).toBe('slow');
  notifier.clock.advance(29_999);
  ended(5);
  expect(paces.of(id)).toBe('slow');
  notifier.clock.advance(1);
  expect(paces.of(id)).toBe('prompt');
});

test('where no attempt was made nothing is told', async () => {
  const { id } = await webhook();
  paces.ended({ webhook_id: id, attempt: null });
  expect(paces.of(id)).toBe('unknown');
});

test('of another URL nobody knows how quick it is, and attempts to the one before do not tell', async () => {
  const { id, ended } = await webhook();
  ended(1);
  await notifier.ask('PATCH', `/v1/webhooks/${id}`, { url: 'http://127.0.0.1:10/' });
  expect(paces.of(id)).toBe('unknown');
  ended(15_000);
  expect(paces.of(id)).toBe('unknown');
});

test('nothing is kept of a webhook that is no more', async () => {
  const { id, ended } = await webhook();
  await notifier.ask('DELETE', `/v1/webhooks/${id}`);
  ended(1);
  expect(paces.of(id)).toBe('unknown');
});
