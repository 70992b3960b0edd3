import { Unavailable } from '@parapet/contracts';
import { notifierHouse, type NotifierHouse } from '../testing/notifier-house';
import { WebhookTable } from './webhook-table';

const URL = 'https://198.51.101.7/hook';
let notifier: NotifierHouse;
beforeAll(async () => {
  notifier = await notifierHouse({});
});
afterAll(() => notifier.close());

/** Asks while what was recorded, and can be read, is not known to the senders of this process in time. */
async function unheard(path: string, method: 'POST' | 'PATCH', body?: object) {
  const table = notifier.house.app.get(WebhookTable);
  const late = jest.spyOn(table, 'caughtUp').mockRejectedValueOnce(new Unavailable('away'));
  const answer = await notifier.ask(method, `/v1/webhooks${path}`, body);
  late.mockRestore();
  const { message, details } = answer.body['error'] as Record<string, string>;
  return { status: answer.status, message: message ?? '', details: details ?? '' };
}

test('a webhook that is made while the log goes away is named, so that nobody makes it twice', async () => {
  const { status, message, details } = await unheard('', 'POST', { url: URL });
  const [, id] =
    /^look for (webhook_[\w-]+) in 5 s, and send this again only if/.exec(details) ?? [];
  expect([status, message]).toEqual([
    503,
    `the change of ${id} is recorded but cannot be read yet`,
  ]);
  expect((await notifier.ask('GET', `/v1/webhooks/${id}`)).body).toMatchObject({ id, url: URL });
  // Nobody saw its secret.
  const advised = /if it was, POST (\S+) stages a secret that is shown, and promote_secret/;
  const [, rotate = ''] = advised.exec(details) ?? [];
  expect((await notifier.ask('POST', rotate)).body).toMatchObject({
    secret: expect.stringMatching(/^whsec_/) as string,
  });
});

test('who gets no answer to a rotation is told what shows a secret', async () => {
  const { id } = await notifier.addWebhook(URL);
  const { status, details } = await unheard(`/${id}/rotate_secret`, 'POST');
  expect([status, details]).toEqual([
    503,
    expect.stringContaining(`if it was, POST /v1/webhooks/${id}/rotate_secret once more`),
  ]);
});
