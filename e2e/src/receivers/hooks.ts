import { connection, issueAbout, newAgent, recordNew, unique } from '../house/actors';
import type { Client } from '../house/client';
import type { Delivery, Issue, Page, Webhook } from '../house/shapes';

/** Makes a webhook. */
export async function newHook(admin: Client, url: string): Promise<Webhook> {
  const answer = await admin.post<Webhook>('/v1/webhooks', { url });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.body;
}

/** Raises an issue that there was not before. */
export async function newIssue(admin: Client): Promise<Issue> {
  const domain = `${unique('receiver')}.example.com`;
  await recordNew(await newAgent(admin), connection(domain));
  return issueAbout(admin, domain);
}

/** The newest delivery of a webhook. */
export async function newestDelivery(
  admin: Client,
  { id }: Webhook,
): Promise<Delivery | undefined> {
  const answer = await admin.get<Page<Delivery>>(`/v1/webhooks/${id}/deliveries`);
  return answer.body.data[0];
}

/** Lets the house send a test, which the receiver must take. */
export async function testTaken(admin: Client, { id }: Webhook): Promise<void> {
  const answer = await admin.post(`/v1/webhooks/${id}/test`);
  expect(answer.body).toMatchObject({ succeeded: true, attempt: { status: 200 } });
}
