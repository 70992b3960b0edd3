import { Webhook as StandardWebhook } from 'standardwebhooks';
import { request } from 'undici';
import { freePort } from '../../../tools/servers/index.mjs';
import { unique } from '../house/actors';
import { eventually, holds } from '../house/eventually';
import { type OwnHouse, openOwnHouse } from '../house/house';
import { openReceiver, type Receiver } from '../house/receiver';
import type { Webhook } from '../house/shapes';
import { capture, type Captured } from './captured';
import { newestDelivery, newHook, newIssue, testTaken } from './hooks';
import { LANGUAGES, type Receivers, receiversIn, type RunningReceiver } from './running-receiver';

let house: OwnHouse;
let witness: Receiver;
beforeAll(async () => {
  house = await openOwnHouse();
  witness = await openReceiver();
});

describe.each(LANGUAGES)('the receiver in %s', (language) => {
  let receivers: Receivers;
  let receiver: RunningReceiver;
  let hooks: { readonly standard: Webhook; readonly service: Webhook };
  let captured: Captured;

  beforeAll(async () => {
    receivers = await receiversIn(language);
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const at = (path: string) => newHook(house.admin, url + path);
    hooks = { standard: await at('/standard'), service: await at('/service') };
    captured = await capture(house.admin, witness);
    const webhooks = [hooks.standard, hooks.service, captured];
    receiver = await receivers.start(
      port,
      webhooks.map(({ secret }) => secret),
    );
  });
  afterAll(async () => {
    await Promise.all(
      Object.values(hooks).map(({ id }) => house.admin.delete(`/v1/webhooks/${id}`)),
    );
    await receiver.close();
    await receivers.clear();
  });

  const post = async (
    path: string,
    { headers, body }: Pick<Captured, 'headers' | 'body'>,
  ): Promise<number> => {
    const answer = await request(receiver.url + path, { method: 'POST', headers, body });
    await answer.body.dump();
    return answer.statusCode;
  };
  const without = (name: string): Captured['headers'] =>
    Object.fromEntries(Object.entries(captured.headers).filter(([other]) => other !== name));
  /** The captured body signed by a third party, so many seconds ago. */
  const signedAgo = (seconds: number): Captured['headers'] => {
    const [id, at] = [unique('delivery'), new Date(Date.now() - seconds * 1000)];
    return {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new StandardWebhook(captured.secret).sign(id, at, captured.body),
    };
  };
  const notesAbout = (text: string) =>
    receiver.notes().filter(({ key, issue }) => key === text || issue === text);

  /** Once what is delivered now was noted too: an answer may be here before the note that was printed earlier. */
  const allNotesAbout = async (text: string) => {
    const last = { headers: signedAgo(0), body: captured.body };
    expect(await post('/standard', last)).toBe(200);
    await eventually(() => notesAbout(String(last.headers['webhook-id'])).length === 1);
    return notesAbout(text);
  };

  test('takes what the house delivers, by either signature', async () => {
    const issue = await newIssue(house.admin);
    await eventually(() => notesAbout(issue.id).length === 2);
    const delivery = await newestDelivery(house.admin, hooks.standard);
    expect(notesAbout(issue.id).map(({ key }) => key)).toEqual(
      expect.arrayContaining([delivery?.id, expect.stringMatching(/^[0-9a-f]{64}$/)]),
    );
    for (const webhook of Object.values(hooks))
      await holds(async () =>
        expect(await newestDelivery(house.admin, webhook)).toMatchObject({
          status: 'succeeded',
          attempts: [{ status: 200 }],
        }),
      );
  });

  test('takes a test of the webhook', async () => {
    for (const webhook of Object.values(hooks)) await testTaken(house.admin, webhook);
  });

  test('answers 200 to what is delivered again, and does nothing', async () => {
    const { id } = await eventually(() => newestDelivery(house.admin, hooks.standard));
    expect((await house.admin.post(`/v1/deliveries/${id}/redeliver`)).status).toBe(202);
    await holds(async () =>
      expect(await newestDelivery(house.admin, hooks.standard)).toMatchObject({
        status: 'succeeded',
        attempts: [{ status: 200 }, { status: 200 }],
      }),
    );
    expect(await allNotesAbout(id)).toHaveLength(1);
  });

  test('takes a delivery once, however many copies come at once', async () => {
    const copy = { headers: signedAgo(0), body: captured.body };
    const statuses = await Promise.all(Array.from({ length: 20 }, () => post('/standard', copy)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await allNotesAbout(String(copy.headers['webhook-id']))).toHaveLength(1);
  });

  test('takes a request of the house as it came', async () => {
    expect([await post('/standard', captured), await post('/service', captured)]).toEqual([
      200, 200,
    ]);
  });

  test.each([
    ['one byte was changed', (body: string) => body.replace('"low"', '"Low"')],
    [
      'it was parsed and written again',
      (body: string) => JSON.stringify(JSON.parse(body), null, 1),
    ],
    ['something was put behind it', (body: string) => `${body}\n`],
    ['it was emptied', () => ''],
  ])('answers 401 to a body when %s', async (_, change) => {
    const tampered = { ...captured, body: change(captured.body) };
    expect([await post('/standard', tampered), await post('/service', tampered)]).toEqual([
      401, 401,
    ]);
  });

  test('answers 401 to a webhook of which it has no secret', async () => {
    const other = await capture(house.admin, witness);
    expect([await post('/standard', other), await post('/service', other)]).toEqual([401, 401]);
  });

  test.each([
    ['webhook-id', 'delivery_other'],
    ['webhook-timestamp', String(Math.floor(Date.now() / 1000) - 1)],
    ['webhook-signature', 'v1,'],
    ['webhook-signature', 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='],
  ])('answers 401 to another %s', async (name, value) => {
    const headers = { ...captured.headers, [name]: value };
    expect(await post('/standard', { ...captured, headers })).toBe(401);
  });

  test.each(['sha256=', `sha256=${'0'.repeat(64)}`, 'naïve'])(
    'answers 401 to X-Service-Signature %s',
    async (value) => {
      const headers = { ...captured.headers, 'x-service-signature': value };
      expect(await post('/service', { ...captured, headers })).toBe(401);
    },
  );

  test('answers 401 to a signature of another version than v1', async () => {
    const signature = String(captured.headers['webhook-signature']).replace('v1,', 'v1a,');
    const headers = { ...captured.headers, 'webhook-signature': signature };
    expect(await post('/standard', { ...captured, headers })).toBe(401);
  });

  test.each([
    ['/standard', 'webhook-id'],
    ['/standard', 'webhook-timestamp'],
    ['/standard', 'webhook-signature'],
    ['/service', 'x-service-signature'],
  ])('%s answers 400 without %s, whatever the other headers say', async (path, name) => {
    expect(await post(path, { ...captured, headers: without(name) })).toBe(400);
  });

  test.each(['', 'yesterday', '-1', '1e9', '1772532672.5', '9'.repeat(30)])(
    'answers 400 to the timestamp "%s"',
    async (timestamp) => {
      const headers = { ...captured.headers, 'webhook-timestamp': timestamp };
      expect(await post('/standard', { ...captured, headers })).toBe(400);
    },
  );

  test.each([
    [360, 401],
    [-360, 401],
    [240, 200],
    [-240, 200],
  ])('a right signature of %d seconds ago is answered %d', async (seconds, status) => {
    expect(await post('/standard', { ...captured, headers: signedAgo(seconds) })).toBe(status);
  });

  test('one right signature among several is enough, as while a secret is rotated', async () => {
    const fresh = signedAgo(0);
    const signature = `v1,${'A'.repeat(43)}= v1a,other ${fresh['webhook-signature']}`;
    const headers = { ...fresh, 'webhook-signature': signature };
    expect(await post('/standard', { ...captured, headers })).toBe(200);
  });

  test('does not read a body that is too large', async () => {
    const large = { ...captured, body: ' '.repeat(300_000) };
    expect(await post('/standard', large)).toBe(413);
    expect(await post('/standard', captured)).toBe(200);
  });

  test('has no other paths', async () => {
    expect(await post('/', captured)).toBe(404);
  });

  test.each([[[]], [['whsec_']], [['secret']], [['whsec_c2hvcnQ=']]])(
    'does not start with the secrets %j',
    async (secrets) => {
      const port = await freePort();
      await expect(receivers.start(port, secrets)).rejects.toThrow(
        'WEBHOOK_SECRETS must be the secret of the webhook, as it was shown',
      );
    },
  );
});
