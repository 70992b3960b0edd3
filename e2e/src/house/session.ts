import type { Client } from './client';

/** What a browser sends that has signed in with the token of this client, from a page of the house. */
export async function signedIn(client: Client): Promise<Record<string, string>> {
  const answer = await client.post('/v1/session');
  expect(answer.status).toBe(201);
  const [cookie = ''] = String(answer.headers['set-cookie']).split(';');
  return { cookie, 'sec-fetch-site': 'same-origin' };
}
