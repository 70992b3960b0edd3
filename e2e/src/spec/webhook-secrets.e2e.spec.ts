import { Webhook as StandardWebhook } from 'standardwebhooks';
import { eventually } from '../house/eventually';
import { type House, openHouse } from '../house/house';
import { openReceiver, type Received, type Receiver, serviceSignature } from '../house/receiver';
import { generalError, ISO, type Page, type Webhook } from '../house/shapes';

let house: House;
let receiver: Receiver;
beforeAll(async () => {
  house = await openHouse();
  receiver = await openReceiver();
});

const hook = async (): Promise<Webhook> =>
  (await house.admin.post<Webhook>('/v1/webhooks', { url: receiver.url })).body;
/** Sends a test event; answers the request as it came. */
const tested = async ({ id }: Webhook): Promise<Received> => {
  const before = receiver.received.length;
  await house.admin.post(`/v1/webhooks/${id}/test`);
  return eventually(() => receiver.received[before]);
};
const rotate = async ({ id }: Webhook): Promise<string> => {
  const answer = await house.admin.post<Webhook>(`/v1/webhooks/${id}/rotate_secret`);
  const secret = expect.stringMatching(/^whsec_/) as string;
  const expected = { id, secret, promotes_at: expect.stringMatching(ISO) as string };
  expect([answer.status, answer.body]).toEqual([200, expected]);
  return answer.body.secret;
};
const verify = (secret: string, { headers, body }: Received): unknown => {
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
  const signed = Object.fromEntries(names.map((name) => [name, String(headers[name])]));
  return new StandardWebhook(secret).verify(body, signed);
};

// proves: api-rotate-secret, api-promote-secret, api-secret-staged, api-secret-again, api-secret-promoted,
// proves: api-secret-only, api-secret-times
test('rule 17: the old and the new secret verify until the new one is promoted', async () => {
  const made = await hook();
  const dropped = await rotate(made);
  const next = await rotate(made);
  const path = `/v1/webhooks/${made.id}`;
  const shown = await house.admin.get<Record<string, unknown>>(path);
  expect(shown.body).toMatchObject({
    ...{ secret_staged_at: expect.stringMatching(ISO) as string },
    ...{ secret_promotes_at: expect.stringMatching(ISO) as string },
  });
  expect(shown.text).not.toMatch(/whsec_|sealed/);
  const both = await tested(made);
  expect(both.headers['x-service-signature']).toBe(serviceSignature(made.secret, both.body));
  for (const secret of [made.secret, next]) verify(secret, both);
  expect(() => verify(dropped, both)).toThrow();
  const promoted = await house.admin.post<Webhook>(`${path}/promote_secret`);
  const none = { id: made.id, secret_staged_at: null, secret_promotes_at: null };
  expect([promoted.status, promoted.body]).toEqual([200, expect.objectContaining(none)]);
  const alone = await tested(made);
  expect(alone.headers['x-service-signature']).toBe(serviceSignature(next, alone.body));
  verify(next, alone);
  expect(() => verify(made.secret, alone)).toThrow();
  const again = await house.admin.post(`${path}/promote_secret`);
  expect([again.status, again.body]).toEqual([409, generalError('conflict')]);
  const steps = ['created', 'secret_rotated', 'secret_rotated', 'tested', 'secret_promoted'];
  const actions = steps.concat('tested').map((step) => `webhook.${step}`);
  const audited = `/v1/audit?resource_id=${made.id}`;
  await eventually(async () => {
    const { data } = (await house.admin.get<Page<{ action: string }>>(audited)).body;
    return data.map(({ action }) => action).join() === actions.toReversed().join();
  });
});
