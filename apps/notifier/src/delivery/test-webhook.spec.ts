import { notifierHouse } from '../testing/notifier-house';
import { openReceiver } from '../testing/receiver';

test('a test that a stop cuts off is no failure of the receiver: it is 503, and nothing is kept of it', async () => {
  const notifier = await notifierHouse();
  const there = await openReceiver(() => undefined);
  const { id } = await notifier.addWebhook(there.url);
  const answer = notifier.ask('POST', `/v1/webhooks/${id}/test`);
  await there.atLeast(1);
  await notifier.stopSending();
  expect(await answer).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } });
  expect(await notifier.deliveries(id, () => true)).toEqual([]);
  await notifier.close();
  await there.close();
});
