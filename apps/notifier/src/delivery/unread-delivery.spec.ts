import { Projections } from '@parapet/chassis';
import { Unavailable } from '@parapet/contracts';
import { notifierHouse, type NotifierHouse } from '../testing/notifier-house';
import { openReceiver, type Receiver } from '../testing/receiver';

let notifier: NotifierHouse;
let there: Receiver;
beforeAll(async () => {
  notifier = await notifierHouse();
  there = await openReceiver();
});
afterAll(async () => {
  await notifier.close();
  await there.close();
});

const late = (): Promise<boolean> => Promise.resolve(false);
const storeAway = (): Promise<boolean> => Promise.reject(new Unavailable('the store is away'));

/** Asks while what was recorded cannot be read. */
async function unread(path: string, reached = late) {
  const progress = notifier.house.app.get(Projections).of('notifier.deliveries', 'deliveries');
  const unreadable = jest.spyOn(progress, 'reached').mockImplementationOnce(reached);
  const { status, body } = await notifier.ask('POST', path);
  unreadable.mockRestore();
  const { message = '', details = '' } = body['error'] as Record<string, string>;
  return { said: [status, message], details };
}

test.each([
  ['in time', late],
  ['because the store went away', storeAway],
])(
  'a test that was sent and cannot be read %s is named, so that nobody sends it twice',
  async (_, reached) => {
    const { id } = await notifier.addWebhook(there.url);
    const { said, details } = await unread(`/v1/webhooks/${id}/test`, reached);
    expect(said).toEqual([503, 'the test was made but cannot be read yet']);
    const [, path = ''] = /^GET (\S+) has what came of it, in 5 s$/.exec(details) ?? [];
    expect(await notifier.becomes(path, (d) => d['status'] === 'succeeded')).toMatchObject({
      ...{ webhook_id: id, event: 'webhook.test' },
    });
  },
);

test('a delivery that is asked for again, which cannot be read in time, is to be looked at before it is asked for once more', async () => {
  const webhook = await notifier.addWebhook(there.url);
  const { body } = await notifier.ask('POST', `/v1/webhooks/${webhook.id}/test`);
  const id = String(body['id']);
  expect(await unread(`/v1/deliveries/${id}/redeliver`)).toEqual({
    said: [503, `the change of ${id} is recorded but cannot be read yet`],
    details: `look for ${id} in 5 s, and send this again only if it was not done`,
  });
  await notifier.delivery(id, (d) => d.status === 'succeeded' && d.attempts.length === 2);
});
