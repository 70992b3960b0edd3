import {
  connection,
  issueAbout,
  newAgent,
  recordNew,
  type TestAgent,
  unique,
} from '../house/actors';
import { eventually, holds } from '../house/eventually';
import { type House, openHouse } from '../house/house';
import { openReceiver, type Received, type Receiver, serviceSignature } from '../house/receiver';
import { type Delivery, generalError, type Issue, type Page, type Webhook } from '../house/shapes';

let house: House;
let receiver: Receiver;
let agent: TestAgent;
beforeAll(async () => {
  house = await openHouse();
  // `/500/…` is answered 500, `/302/…` with a redirect, `/long` with more than is kept.
  receiver = await openReceiver(({ path }) => ({
    ...(path === '/long' && { body: 'x'.repeat(20_000) }),
    status: Number(/^\/(\d{3})\//.exec(path)?.[1] ?? 200),
    headers: { location: '/elsewhere' },
  }));
  agent = await newAgent(house.admin);
});

async function hook(path: string, more: object = {}): Promise<Webhook> {
  const body = { url: receiver.url + path, ...more };
  const answer = await house.admin.post<Webhook>('/v1/webhooks', body);
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.body;
}

async function newIssue(): Promise<Issue> {
  const domain = `${unique('hook')}.example.com`;
  await recordNew(agent, connection(domain));
  return issueAbout(house.admin, domain);
}

const told = (path: string, issue: Issue): readonly Received[] =>
  receiver.at(path).filter((request) => request.body.includes(issue.id));

const deliveries = async (webhook: Webhook): Promise<readonly Delivery[]> => {
  const path = `/v1/webhooks/${webhook.id}/deliveries`;
  const answer = await house.admin.get<Page<Delivery>>(path);
  expect(answer.status).toBe(200);
  return answer.body.data;
};

describe('deliveries', () => {
  // proves: api-deliveries, api-webhook-success, api-webhook-standard
  test('a delivery that was answered 2xx has succeeded, with its attempt', async () => {
    const made = await hook('/log');
    const issue = await newIssue();
    const { headers } = await eventually(() => told('/log', issue)[0]);
    expect(headers['webhook-id']).toMatch(/^delivery_/);
    await holds(async () => {
      const delivery = (await deliveries(made)).find(({ id }) => id === headers['webhook-id']);
      expect(delivery).toMatchObject({
        status: 'succeeded',
        attempts: [expect.objectContaining({ status: 200, error: null })],
      });
    });
  });

  // proves: api-webhook-again
  test('a failed one is tried again, with the same id and the same body', async () => {
    const made = await hook('/500/retried');
    const issue = await newIssue();
    await eventually(() => told('/500/retried', issue).length >= 2);
    const [one, two] = told('/500/retried', issue);
    expect(two?.headers['webhook-id']).toBe(one?.headers['webhook-id']);
    expect(two?.body).toBe(one?.body);
    await holds(async () =>
      expect((await deliveries(made))[0]).toMatchObject({ status: 'pending' }),
    );
  });

  // proves: api-redeliver
  test('POST /v1/deliveries/{id}/redeliver answers 202 and sends it again', async () => {
    const made = await hook('/again');
    const issue = await newIssue();
    const delivery = await eventually(async () =>
      (await deliveries(made)).find((d) => d.status === 'succeeded'),
    );
    const answer = await house.admin.post(`/v1/deliveries/${delivery.id}/redeliver`);
    expect(answer.status).toBe(202);
    await eventually(() => told('/again', issue).length === 2);
    expect(new Set(told('/again', issue).map((r) => r.headers['webhook-id'])).size).toBe(1);
  });

  // proves: api-attempt-response
  test('of the newest attempt the first 16 KiB of the response are kept, of others 1,024 characters', async () => {
    const made = await hook('/long');
    await newIssue();
    const { id } = await eventually(async () =>
      (await deliveries(made)).find((d) => d.status === 'succeeded'),
    );
    await house.admin.post(`/v1/deliveries/${id}/redeliver`);
    await holds(async () => {
      const { body } = await house.admin.get<Delivery>(`/v1/deliveries/${id}`);
      expect(body.attempts.map(({ response }) => response.length)).toEqual([1_024, 16_384]);
    });
  });

  // proves: api-test-webhook
  test('POST /v1/webhooks/{id}/test sends a signed test and says how it went', async () => {
    const made = await hook('/test');
    const answer = await house.admin.post(`/v1/webhooks/${made.id}/test`);
    expect(answer.status).toBe(200);
    const request = await eventually(() => receiver.at('/test')[0]);
    expect(request.headers['x-service-signature']).toBe(
      serviceSignature(made.secret, request.body),
    );
  });

  // proves: api-test-answer, api-attempt-headers, api-given-up-reason
  test('a test answers what was sent and what came back, and is kept with why it failed', async () => {
    const made = await hook('/500/tested', { headers: { 'X-Key': 'of-nobody-else' } });
    const { body } = await house.admin.post<Delivery>(`/v1/webhooks/${made.id}/test`);
    const [request] = receiver.at('/500/tested');
    const { headers } = request ?? {};
    const redacted = ['x-key', 'webhook-signature', 'x-service-signature'];
    expect(body).toMatchObject({
      ...{ succeeded: false, body: request?.body },
      attempt: {
        ...{ status: 500, error: 'status', response: 'thank you' },
        request_headers: {
          ...{ 'webhook-id': body.id, 'webhook-timestamp': headers?.['webhook-timestamp'] },
          ...Object.fromEntries(redacted.map((name) => [name, '[redacted]'])),
        },
      },
    });
    const kept = await house.admin.get(`/v1/deliveries/${body.id}`);
    expect(kept.body).toMatchObject({
      status: 'given_up',
      given_up_reason: 'every attempt failed',
    });
  });

  // proves: api-get-delivery
  test('GET /v1/deliveries/{id} answers 200 with the delivery and its attempts', async () => {
    const made = await hook('/one');
    await newIssue();
    const listed = await eventually(async () =>
      (await deliveries(made)).find((d) => d.status === 'succeeded'),
    );
    const answer = await house.admin.get<Delivery>(`/v1/deliveries/${listed.id}`);
    expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ ...listed })]);
    expect(answer.body.attempts).toEqual([expect.objectContaining({ status: 200, error: null })]);
  });

  // proves: api-code-conflict
  test('what a disabled webhook is owed is not delivered again: 409', async () => {
    const made = await hook('/owed');
    await newIssue();
    const { id } = await eventually(async () =>
      (await deliveries(made)).find((d) => d.status === 'succeeded'),
    );
    await house.admin.patch(`/v1/webhooks/${made.id}`, { enabled: false });
    const answer = await house.admin.post(`/v1/deliveries/${id}/redeliver`);
    expect([answer.status, answer.body]).toEqual([409, generalError('conflict')]);
  });

  // proves: api-webhook-redirect
  test('a redirect is a failure and is not followed', async () => {
    const made = await hook('/302/moved');
    const issue = await newIssue();
    await eventually(() => told('/302/moved', issue)[0]);
    const { status, attempts } = await eventually(async () => {
      const [delivery] = await deliveries(made);
      return delivery && delivery.attempts.length > 0 && delivery;
    });
    // It may have been tried again meanwhile.
    const failed = expect.objectContaining({ status: 302 }) as unknown;
    expect([status, attempts]).toEqual(['pending', attempts.map(() => failed)]);
    expect(receiver.at('/elsewhere')).toEqual([]);
  });

  // proves: api-webhook-410
  test('410 disables the webhook', async () => {
    const made = await hook('/410/gone');
    await newIssue();
    await holds(async () => {
      const { body } = await house.admin.get(`/v1/webhooks/${made.id}`);
      expect(body).toMatchObject({ enabled: false });
    });
    const after = await newIssue();
    await hook('/still');
    const last = await newIssue();
    await eventually(() => told('/still', last)[0]);
    expect(told('/410/gone', after)).toEqual([]);
  });

  // proves: api-webhook-before
  test('rule 15: what happened while it was disabled is not told when it is enabled again', async () => {
    const made = await hook('/paused');
    await house.admin.patch(`/v1/webhooks/${made.id}`, { enabled: false });
    const missed = await newIssue();
    await house.admin.patch(`/v1/webhooks/${made.id}`, { enabled: true });
    const issue = await newIssue();
    await eventually(() => told('/paused', issue)[0]);
    expect(told('/paused', missed)).toEqual([]);
  });

  // proves: api-redeliver-failed, api-redeliver-failed-range, api-redeliver-failed-disabled, api-deliveries-filters, api-webhook-health, api-webhook-anew
  test('what was given up can be found, and is delivered again when the receiver is mended', async () => {
    const made = await hook('/410/broken');
    const path = `/v1/webhooks/${made.id}`;
    await house.admin.post(`${path}/test`);
    const issue = await newIssue();
    const find = async (filter: string): Promise<readonly Delivery[]> =>
      (await house.admin.get<Page<Delivery>>(`${path}/deliveries?${filter}`)).body.data;
    const failed = 'status=given_up&event=issue.created';
    // Given up with all that waits when the webhook is disabled, and a moment later with its own attempt.
    const lost = await eventually(async () => {
      const [found] = await find(failed);
      return found && found.attempts.length > 0 ? found : undefined;
    });
    const at = encodeURIComponent(lost.created_at);
    expect(await find(`${failed}&until=${at}`)).toEqual([lost]);
    expect(await find(`${failed}&since=${at}`)).toEqual([]);
    expect(await find('status=pending')).toEqual([]);
    // What is known of the webhook itself is projected beside its deliveries.
    await holds(async () => {
      const broken = await house.admin.get(path);
      expect(broken.body).toMatchObject({
        ...{ enabled: false, disabled_reason: 'the receiver answered 410 Gone' },
        delivery_health: {
          ...{ pending: 0, failures: 2, failing_since: expect.any(String), last_success_at: null },
          ...{ last_failure_at: expect.any(String), last_error: 'the receiver answered 410' },
        },
      });
    });

    const asked = { since: '2020-01-01T00:00:00Z' };
    const refused = await house.admin.post(`${path}/redeliver_failed`, asked);
    expect([refused.status, refused.body]).toEqual([409, generalError('conflict')]);
    const mended = { enabled: true, url: `${receiver.url}/mended` };
    const { body } = await house.admin.patch(path, mended);
    expect(body).toMatchObject({ delivery_health: { failures: 0, failing_since: null } });
    const answer = await house.admin.post(`${path}/redeliver_failed`, asked);
    expect([answer.status, answer.body]).toEqual([202, { count: 1, more: false }]);
    const again = await eventually(() => told('/mended', issue)[0]);
    expect(again.headers['webhook-id']).toBe(lost.id);
  });
});
