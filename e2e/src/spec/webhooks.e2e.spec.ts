import { Webhook as StandardWebhook } from 'standardwebhooks';
import {
  connection,
  issueAbout,
  newAgent,
  recordNew,
  type TestAgent,
  unique,
} from '../house/actors';
import { eventually } from '../house/eventually';
import { type House, openHouse } from '../house/house';
import { openReceiver, type Received, type Receiver, serviceSignature } from '../house/receiver';
import { generalError, type Issue, ISO, type Webhook } from '../house/shapes';

let house: House;
let receiver: Receiver;
let agent: TestAgent;
beforeAll(async () => {
  house = await openHouse();
  receiver = await openReceiver();
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

describe('6. Webhook payload', () => {
  // proves: spec-1-webhook, spec-6-webhooks, spec-6-payload-event, spec-6-payload-timestamp, spec-6-payload-id,
  // proves: spec-6-payload-title, spec-6-payload-severity, spec-6-payload-verdict, spec-6-payload-url, spec-6-emitted,
  // proves: api-webhook-events
  test('issue.created is emitted when an issue is created, with the fields of the spec', async () => {
    await hook('/payload');
    const issue = await newIssue();
    const request = await eventually(() => told('/payload', issue)[0]);
    expect(JSON.parse(request.body)).toEqual({
      event: 'issue.created',
      timestamp: expect.stringMatching(ISO),
      issue: {
        ...{ id: issue.id, title: issue.title, severity: issue.severity, verdict: issue.verdict },
        url: expect.stringMatching(new RegExp(`^https?://.+/issues/${issue.id}$`)),
      },
    });
    expect(request.headers).toMatchObject({
      'content-type': expect.stringMatching(/^application\/json/),
      'user-agent': expect.stringMatching(/^Parapet-Webhooks\//),
    });
  });

  // proves: spec-6-emitted, api-webhook-once
  test('issue.created is sent once per issue, recurrences are not told', async () => {
    await hook('/once');
    const issue = await newIssue();
    await recordNew(agent, connection(String(issue.details['domain'])));
    const after = await newIssue();
    await eventually(() => told('/once', after)[0]);
    expect(told('/once', issue)).toHaveLength(1);
  });

  // proves: api-post-webhook, api-webhook-events, api-webhook-once
  test('what becomes of an issue is told to webhooks that ask for it, and nothing else is', async () => {
    const events = ['issue.acknowledged', 'issue.resolved', 'issue.reopened'];
    await hook('/asked', { events });
    const issue = await newIssue();
    for (const status of ['acknowledged', 'resolved'])
      await house.admin.patch(`/v1/issues/${issue.id}`, { status });
    await recordNew(agent, connection(String(issue.details['domain'])));
    await eventually(() => told('/asked', issue).length === events.length);
    const kinds = told('/asked', issue).map((r) => (JSON.parse(r.body) as { event: string }).event);
    expect(kinds.sort()).toEqual(events.toSorted());
  });
});

describe('6. Signature', () => {
  // proves: spec-6-signature-header, spec-6-signature-digest
  test('X-Service-Signature is "sha256=" and the hex HMAC-SHA256 of the payload', async () => {
    const { secret } = await hook('/signed');
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]+=*$/);
    const issue = await newIssue();
    const { headers, body } = await eventually(() => told('/signed', issue)[0]);
    expect(headers['x-service-signature']).toBe(serviceSignature(secret, body));
    expect(headers['x-service-signature']).toMatch(/^sha256=[0-9a-f]{64}$/);
  });

  // proves: spec-6-signature-header
  test('every webhook request carries X-Service-Signature, "sha256=" and lowercase hex digits', () => {
    expect(receiver.received.length).toBeGreaterThan(3);
    for (const { headers } of receiver.received)
      expect(headers['x-service-signature']).toMatch(/^sha256=[0-9a-f]{64}$/);
  });

  // proves: api-webhook-standard
  test('the Standard Webhooks headers verify with its own library', async () => {
    const { secret } = await hook('/standard');
    const issue = await newIssue();
    const { headers, body } = await eventually(() => told('/standard', issue)[0]);
    const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;
    const signed = Object.fromEntries(names.map((name) => [name, String(headers[name])]));
    expect(new StandardWebhook(secret).verify(body, signed)).toMatchObject({
      issue: { id: issue.id },
    });
    expect(headers['webhook-id']).toMatch(/^delivery_/);
  });
});

describe('webhooks', () => {
  // proves: api-post-webhook, api-get-webhooks
  test('POST answers 201 with id and secret; the secret is shown once', async () => {
    const made = await hook('/crud', { description: 'mine' });
    expect(made).toMatchObject({
      id: expect.stringMatching(/^webhook_/),
      url: `${receiver.url}/crud`,
      events: ['issue.created'],
      description: 'mine',
      enabled: true,
      created_at: expect.stringMatching(ISO),
    });
    for (const path of [`/v1/webhooks/${made.id}`, '/v1/webhooks']) {
      const answer = await house.admin.get(path);
      expect(answer.status).toBe(200);
      expect(answer.text).toContain(made.id);
      expect(answer.text).not.toMatch(/whsec_|sealed/);
    }
  });

  // proves: api-patch-webhook
  test('PATCH changes it; a disabled webhook is told nothing', async () => {
    const made = await hook('/disabled');
    const answer = await house.admin.patch(`/v1/webhooks/${made.id}`, { enabled: false });
    expect([answer.status, answer.body]).toEqual([
      200,
      expect.objectContaining({ enabled: false }),
    ]);
    await hook('/enabled');
    const issue = await newIssue();
    await eventually(() => told('/enabled', issue)[0]);
    expect(told('/disabled', issue)).toEqual([]);
  });

  // proves: api-webhook-before
  test('rule 15: an issue from before the webhook is not told to it', async () => {
    const old = await newIssue();
    await hook('/late');
    const issue = await newIssue();
    await eventually(() => told('/late', issue)[0]);
    expect(told('/late', old)).toEqual([]);
  });

  // proves: api-delete-webhook
  test('DELETE answers 204, then it is gone and told nothing', async () => {
    const made = await hook('/deleted');
    expect((await house.admin.delete(`/v1/webhooks/${made.id}`)).status).toBe(204);
    expect((await house.admin.get(`/v1/webhooks/${made.id}`)).status).toBe(404);
    await hook('/witness');
    const issue = await newIssue();
    await eventually(() => told('/witness', issue)[0]);
    expect(told('/deleted', issue)).toEqual([]);
  });

  // proves: api-webhook-url
  test.each([
    [{}],
    [{ url: 5 }],
    [{ url: 'nonsense' }],
    [{ url: 'ftp://example.com/' }],
    [{ url: 'https://user:secret@example.com/' }],
    [{ url: 'https://example.com/#here' }],
    [{ url: 'https://10.1.2.3/' }],
    [{ url: 'https://169.254.169.254/latest' }],
    [{ url: 'https://[::1]/' }],
    [{ url: 'https://[::ffff:10.0.0.1]/' }],
    [{ url: 'https://192.168.1.1/' }],
    [{ url: 'https://0.0.0.0/' }],
    [{ url: 'https://[fd00::1]/' }],
    [{ url: 'https://example.com/', events: ['issue.exploded'] }],
    [{ url: 'https://example.com/', events: 'issue.created' }],
    [{ url: 'https://example.com/', enabled: 'yes' }],
    [[]],
    ['{'],
  ])('POST %j answers 400', async (body) => {
    const answer = await house.admin.post('/v1/webhooks', body);
    expect([answer.status, answer.body]).toEqual([400, generalError('bad_request')]);
  });

  test.each([
    ['GET', '/v1/webhooks/webhook_none'],
    ['PATCH', '/v1/webhooks/webhook_none'],
    ['DELETE', '/v1/webhooks/webhook_none'],
    ['POST', '/v1/webhooks/webhook_none/rotate_secret'],
    ['POST', '/v1/webhooks/webhook_none/promote_secret'],
    ['POST', '/v1/webhooks/webhook_none/test'],
    ['GET', '/v1/webhooks/webhook_none/deliveries'],
    ['POST', '/v1/deliveries/delivery_none/redeliver'],
  ] as const)('%s %s answers 404', async (method, path) => {
    const body = method === 'PATCH' ? { enabled: false } : undefined;
    const answer = await house.admin.send({ method, path, body });
    expect([answer.status, answer.body]).toEqual([404, generalError('not_found')]);
  });
});
