import { LOOPBACK, notifierHouse, type NotifierHouse } from '../testing/notifier-house';
import { openReceiver, type Receiver } from '../testing/receiver';

const SECRET = 'of-the-receiver-alone';
let notifier: NotifierHouse;
let mirror: Receiver;

beforeAll(async () => {
  notifier = await notifierHouse(LOOPBACK);
  mirror = await openReceiver((response) => response.end(JSON.stringify(response.req.headers)));
});
afterAll(async () => {
  await notifier.close();
  await mirror.close();
});

test('a receiver that says all headers again shows no secret of them to who reads deliveries, or to the log', async () => {
  const headers = { authorization: `Bearer ${SECRET}` };
  const { id } = await notifier.addWebhook(mirror.url, { headers });
  const { body } = await notifier.ask('POST', `/v1/webhooks/${id}/test`);
  const sent = mirror.received[0]?.headers;
  expect(sent?.authorization).toBe(`Bearer ${SECRET}`);
  const said = JSON.parse((body['attempt'] as { response: string }).response) as object;
  expect(said).toMatchObject({
    ...{ authorization: '[redacted]', 'x-service-signature': '[redacted]' },
    ...{ 'webhook-signature': '[redacted]', 'webhook-id': body['id'] },
  });
  const { log } = notifier.house;
  const ends = await log.ends('deliveries');
  const kept: string[] = [];
  for await (const records of log.read(
    'deliveries',
    ends.map(() => 0),
    ends,
  ))
    kept.push(...records.map((r) => r.json));
  expect(kept.join()).toContain('[redacted]');
  for (const text of [
    ...kept,
    JSON.stringify((await notifier.ask('GET', `/v1/webhooks/${id}/deliveries`)).body),
  ])
    for (const secret of [
      SECRET,
      String(sent?.['x-service-signature']),
      String(sent?.['webhook-signature']),
    ])
      expect(text).not.toContain(secret);
});
