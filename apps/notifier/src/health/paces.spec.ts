import { notifierHouse, type NotifierHouse } from '../testing/notifier-house';
import { Paces } from './paces';

let notifier: NotifierHouse;
let paces: Paces;
beforeEach(async () => {
  notifier = await notifierHouse();
  paces = notifier.house.app.get(Paces);
});
afterEach(() => notifier.close());

test('the last attempt says how quick a receiver is, and before there was one nobody knows', async () => {
  const { id } = await notifier.addWebhook('http://127.0.0.1:9/');
  expect(paces.of(id)).toBe('unknown');
  paces.held(id, 999);
  expect(paces.of(id)).toBe('prompt');
  paces.held(id, 1_000);
  expect(paces.of(id)).toBe('slow');
});

test('of another URL nobody knows how quick it is', async () => {
  const { id } = await notifier.addWebhook('http://127.0.0.1:9/');
  paces.held(id, 1);
  await notifier.ask('PATCH', `/v1/webhooks/${id}`, { url: 'http://127.0.0.1:10/' });
  expect(paces.of(id)).toBe('unknown');
});

test('nothing is kept of a webhook that is no more', async () => {
  const { id } = await notifier.addWebhook('http://127.0.0.1:9/');
  await notifier.ask('DELETE', `/v1/webhooks/${id}`);
  paces.held(id, 1);
  expect(paces.of(id)).toBe('unknown');
});
