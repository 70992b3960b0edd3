import { randomBytes } from 'node:crypto';
import { connection, issueAbout, newAgent, recordNew, type TestAgent, unique } from './actors';
import type { Client } from './client';
import { newUserToken } from './credentials';
import { eventually } from './eventually';
import { misplace } from './misplaced';
import type { Receiver } from './receiver';
import type { Delivery, Page, Webhook } from './shapes';
import type { ShownOnce } from './shown-once';

interface Tour {
  /** All that was answered to secrets in the wrong places, headers included. */
  readonly answers: readonly string[];
  /** Ids of webhooks, of which one has told something. */
  readonly webhooks: readonly string[];
}

/** Makes, uses, changes and misplaces tokens and secrets of every kind; what is shown once is added to `shown`. */
export async function tourOfSecrets(
  admin: Client,
  receiver: Receiver,
  shown: ShownOnce,
): Promise<Tour> {
  const agent = await agents(admin, shown);
  const user = admin.as(shown.add('a user’s token', (await newUserToken(admin, {})).token));
  await user.get('/v1/issues');
  await keyed(admin, receiver, shown);
  const webhooks = await tellingWebhooks(admin, { receiver, shown });
  await tellSomething(agent, user, webhooks[0] ?? '');
  const answers: string[] = [];
  // What a client never holds, and what has no form of its own, cannot be told from any other word.
  const held = shown.entries().filter(([, secret]) => /^(pp_|whsec_)/.test(secret));
  for (const [, secret] of held)
    for (const { headers, text } of await misplace(secret, { user, agent: agent.client })) {
      answers.push(text + JSON.stringify(headers));
    }
  return { answers, webhooks };
}

interface Made {
  readonly token: string;
  readonly secret: string;
}

/** Asked for twice with one key, which is not kept either. */
async function madeTwice(
  admin: Client,
  shown: ShownOnce,
  path: string,
  body: object,
): Promise<Made> {
  const headers = { 'idempotency-key': shown.add(`a key for ${path}`, newSecret()) };
  const made = { method: 'POST', path, body, headers } as const;
  await admin.send(made);
  return (await admin.send<Made>(made)).body;
}

/** A user’s token and a webhook that were made twice with one key each. */
async function keyed(admin: Client, { url }: Receiver, shown: ShownOnce): Promise<void> {
  const { token } = await madeTwice(admin, shown, '/v1/tokens', { name: unique('keyed') });
  shown.add('a keyed user’s token', token);
  const headers = { 'x-api-key': shown.add('the key of a keyed webhook', newSecret()) };
  const webhook = await madeTwice(admin, shown, '/v1/webhooks', { url: `${url}/keyed`, headers });
  shown.add('a keyed webhook’s secret', webhook.secret);
}

/** An agent with a second token; one that was made twice with one key. */
async function agents(admin: Client, shown: ShownOnce): Promise<TestAgent> {
  const { id, token, client } = await newAgent(admin);
  await client.post('/v1/agent_heartbeat', {});
  shown.add('an agent’s first token', token);
  const second = (await admin.post<{ token: string }>(`/v1/agents/${id}/token`)).body.token;
  shown.add('an agent’s second token', second);
  const body = { name: unique('keyed'), os: 'linux', kind: 'host' };
  const made = await madeTwice(admin, shown, '/v1/agents', body);
  shown.add('a keyed agent’s token', made.token);
  return { id, token: second, client: admin.as(second) };
}

/** What a receiver gave us, in no form that we know. */
const newSecret = (): string => randomBytes(24).toString('base64url');

/** One webhook that tells, one that fails. */
async function tellingWebhooks(
  admin: Client,
  { receiver, shown }: { receiver: Receiver; shown: ShownOnce },
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const path of ['/told', '/failing']) {
    const headers = {
      authorization: `Bearer ${shown.add(`the token for ${path}`, newSecret())}`,
      'x-api-key': shown.add(`the key for ${path}`, newSecret()),
    };
    const url = receiver.url + path;
    const { body } = await admin.post<Webhook>('/v1/webhooks', { url, headers });
    shown.add(`the secret of ${path}`, body.secret);
    const next = await admin.post<Webhook>(`/v1/webhooks/${body.id}/rotate_secret`);
    shown.add(`the second secret of ${path}`, next.body.secret);
    await admin.post(`/v1/webhooks/${body.id}/test`);
    ids.push(body.id);
  }
  await admin.post(`/v1/webhooks/${ids[0]}/promote_secret`);
  return ids;
}

async function tellSomething(agent: TestAgent, user: Client, webhook: string): Promise<void> {
  const domain = `${unique('secret')}.example.com`;
  await recordNew(agent, connection(domain));
  await issueAbout(user, domain);
  await eventually(async () => {
    const path = `/v1/webhooks/${webhook}/deliveries`;
    const { data } = (await user.get<Page<Delivery>>(path)).body;
    return data.filter(({ status }) => status === 'succeeded').length >= 2;
  });
}
