import { freePort } from '../../../tools/servers/index.mjs';
import { eventually, holds } from '../house/eventually';
import { type OwnHouse, openOwnHouse } from '../house/house';
import type { Webhook } from '../house/shapes';
import { newHook, newIssue, testTaken } from './hooks';
import { LANGUAGES, type Receivers, receiversIn, type RunningReceiver } from './running-receiver';

let house: OwnHouse;
beforeAll(async () => {
  house = await openOwnHouse();
});

/** The answer of `rotate_secret` and `promote_secret`. */
async function ask(webhook: Webhook, what: 'rotate' | 'promote'): Promise<Webhook> {
  const answer = await house.admin.post<Webhook>(`/v1/webhooks/${webhook.id}/${what}_secret`);
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return answer.body;
}

describe.each(LANGUAGES)('while secrets are exchanged, the receiver in %s', (language) => {
  let receivers: Receivers;
  let receiver: RunningReceiver | undefined;
  let port: number;
  let webhooks: readonly [Webhook, Webhook];

  beforeAll(async () => {
    receivers = await receiversIn(language);
    port = await freePort();
    const at = (path: string) => newHook(house.admin, `http://127.0.0.1:${port}${path}`);
    webhooks = [await at('/standard'), await at('/service')];
  });
  afterAll(async () => {
    await Promise.all(webhooks.map(({ id }) => house.admin.delete(`/v1/webhooks/${id}`)));
    await receiver?.close();
    await receivers.clear();
  });

  const secretsOf = (some: readonly Webhook[]) => some.map(({ secret }) => secret);
  const startWith = async (secrets: readonly string[]): Promise<RunningReceiver> => {
    await receiver?.close();
    return (receiver = await receivers.start(port, secrets));
  };
  const allTaken = async (): Promise<void> => {
    for (const webhook of webhooks) await testTaken(house.admin, webhook);
  };

  test('takes all, as the guide says, and knows what it had before', async () => {
    const old = secretsOf(webhooks);
    await startWith(old);
    const rotated = secretsOf([await ask(webhooks[0], 'rotate'), await ask(webhooks[1], 'rotate')]);
    await allTaken();
    const both = await startWith([...old, ...rotated]);
    await allTaken();
    const issue = await newIssue(house.admin);
    const notes = () => both.notes().filter((note) => note.issue === issue.id);
    await eventually(() => notes().length === 2);
    for (const webhook of webhooks) await ask(webhook, 'promote');
    await allTaken();
    for (const webhook of webhooks) await sentAgain(webhook, issue.id);
    expect(notes()).toHaveLength(2);
    await startWith(rotated);
    await allTaken();
  });

  /** What was told of the issue is delivered again, and answered 200. */
  async function sentAgain(webhook: Webhook, issueId: string): Promise<void> {
    const path = `/v1/webhooks/${webhook.id}/deliveries`;
    const { body } = await house.admin.get<{
      data: readonly { id: string; issue_id: string }[];
    }>(path);
    const id = body.data.find(({ issue_id }) => issue_id === issueId)?.id ?? '';
    expect((await house.admin.post(`/v1/deliveries/${id}/redeliver`)).status).toBe(202);
    await holds(async () =>
      expect((await house.admin.get(`/v1/deliveries/${id}`)).body).toMatchObject({
        status: 'succeeded',
        attempts: [{ status: 200 }, { status: 200 }],
      }),
    );
  }
});
