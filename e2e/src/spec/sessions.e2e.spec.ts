import { newAgent } from '../house/actors';
import type { Client } from '../house/client';
import { newUserToken } from '../house/credentials';
import { eventually } from '../house/eventually';
import { type House, openHouse } from '../house/house';
import { signedIn } from '../house/session';

let house: House;
let anyone: Client;
beforeAll(async () => {
  house = await openHouse();
  anyone = house.admin.as(null);
});

/** One list of each service. */
const LISTS = ['/v1/events', '/v1/issues', '/v1/policies', '/v1/webhooks'];
const statuses = (headers: Record<string, string>): Promise<readonly number[]> =>
  Promise.all(LISTS.map(async (path) => (await anyone.get(path, headers)).status));

// proves: api-session-begin, api-session-cookie, api-session-read
test('rule 21: signed in, every service knows who asks, and says until when', async () => {
  const { id, token } = await newUserToken(house.admin, {});
  const begun = await house.admin.as(token).post('/v1/session');
  expect(begun.headers['set-cookie']).toMatch(/; HttpOnly; (Secure; )?SameSite=Strict$/);
  const session = await signedIn(house.admin.as(token));
  expect(await statuses(session)).toEqual([200, 200, 200, 200]);
  const { body } = await anyone.get<{ token: { id: string }; session_expires_at: string }>(
    '/v1/session',
    session,
  );
  expect(body.token.id).toBe(id);
  const left = Date.parse(body.session_expires_at) - Date.now();
  expect(left).toBeGreaterThan(11 * 3_600_000);
  expect(left).toBeLessThanOrEqual(12 * 3_600_000);
  const byToken = await house.admin.get<typeof body>('/v1/session');
  expect(byToken.body.session_expires_at).toBeNull();
});

// proves: api-session-end
test('rule 21: signed out, or its token revoked, no service knows the session', async () => {
  const { id, token } = await newUserToken(house.admin, {});
  const [out, revoked] = [
    await signedIn(house.admin.as(token)),
    await signedIn(house.admin.as(token)),
  ];
  const asked = { method: 'DELETE', path: '/v1/session', headers: out } as const;
  expect((await anyone.send(asked)).status).toBe(204);
  await eventually(async () => (await statuses(out)).every((status) => status === 401));
  expect(await statuses(revoked)).toEqual([200, 200, 200, 200]);
  expect((await house.admin.delete(`/v1/tokens/${id}`)).status).toBe(204);
  await eventually(async () => (await statuses(revoked)).every((status) => status === 401));
});

// proves: api-session-other-sites
test('a page of another site changes nothing', async () => {
  const session = await signedIn(house.admin);
  const { id } = await newAgent(house.admin);
  const remove = { method: 'DELETE', path: `/v1/agents/${id}` } as const;
  for (const headers of [
    { ...session, 'sec-fetch-site': 'cross-site' },
    { cookie: session['cookie'] ?? '', origin: 'https://evil.example' },
    { cookie: session['cookie'] ?? '' },
  ])
    expect((await anyone.send({ ...remove, headers })).status).toBe(403);
  expect((await anyone.send({ ...remove, headers: session })).status).toBe(204);
});
